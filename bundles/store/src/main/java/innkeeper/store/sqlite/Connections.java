package innkeeper.store.sqlite;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConnection;

/**
 * The ways to open an SQLite file. Never through DriverManager, which does not see a driver that
 * lives in a bundle.
 */
public final class Connections {

  /** How long another program's lock is waited for. */
  public static final int BUSY_MILLIS = 5000;

  private static final List<String> ALL =
      List.of(
          "busy_timeout=" + BUSY_MILLIS,
          "foreign_keys=ON",
          "trusted_schema=OFF",
          "cell_size_check=ON",
          // A file cut short under a mapping would kill the process.
          "mmap_size=0",
          "temp_store=MEMORY",
          "cache_size=-1024");

  private Connections() {}

  /** The one that writes: WAL, and a commit is on disk when it returns. */
  public static Connection writer(Path file) throws SQLException {
    Connection connection = open(file, "", false);
    try {
      String mode = text(connection, "PRAGMA journal_mode=WAL");
      if (!"wal".equals(mode)) {
        throw new SQLException(
            file
                + " cannot use a write-ahead log (journal_mode is "
                + mode
                + "): is DATA_DIR on a"
                + " network file system?");
      }
      pragma(connection, "synchronous=FULL");
      // Checkpoints are made by hand, each on record before it begins.
      pragma(connection, "wal_autocheckpoint=0");
      pragma(connection, "journal_size_limit=4194304");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** For a file that is being made: rollback journal, one user. */
  public static Connection fresh(Path file) throws SQLException {
    Connection connection = open(file, "", false);
    pragma(connection, "synchronous=FULL");
    return connection;
  }

  /** A database that goes with the connection. */
  public static Connection memory() throws SQLException {
    return JDBC.createConnection("jdbc:sqlite::memory:", new Properties());
  }

  /** Reads beside the writer. */
  public static Connection reader(Path file) throws SQLException {
    return open(file, "?mode=ro", true);
  }

  /**
   * Reads a file at rest without locks and without a look at what lies beside it; changes nothing.
   */
  public static Connection immutable(Path file) throws SQLException {
    return open(file, "?immutable=1", true);
  }

  private static Connection open(Path file, String query, boolean readOnly) throws SQLException {
    Properties properties = new Properties();
    // Nobody asks for them, and the driver looks for them after every statement.
    properties.setProperty("jdbc.get_generated_keys", "false");
    if (readOnly) {
      // SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      properties.setProperty("open_mode", Integer.toString(0x1 | 0x40));
    }
    Connection connection = JDBC.createConnection("jdbc:sqlite:" + uri(file) + query, properties);
    try {
      for (String setting : ALL) {
        pragma(connection, setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** SQLite's own URI form, so that no character of a path means anything else. */
  static String uri(Path file) {
    StringBuilder uri = new StringBuilder("file:");
    for (byte b : file.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8)) {
      boolean plain =
          b >= 'a' && b <= 'z'
              || b >= 'A' && b <= 'Z'
              || b >= '0' && b <= '9'
              || "/-_.~".indexOf(b) >= 0;
      if (plain) {
        uri.append((char) b);
      } else {
        uri.append('%').append(String.format("%02X", b));
      }
    }
    return uri.toString();
  }

  /** Ends what that connection is at; its statement fails. */
  public static void interrupt(Connection connection) throws SQLException {
    connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
  }

  /** Runs one setting. */
  public static void pragma(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA " + setting);
    }
  }

  /** The first column of the first row as a number, 0 for none. */
  public static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long first = rows.next() ? rows.getLong(1) : 0;
      finish(rows);
      return first;
    }
  }

  /** The first column of the first row, "" for none. */
  public static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      String first = rows.next() ? String.valueOf(rows.getString(1)) : "";
      finish(rows);
      return first;
    }
  }

  /**
   * A setting that answers with a row is committed only after it: journal_mode says "wal" first and
   * fails then.
   */
  private static void finish(ResultSet rows) throws SQLException {
    while (rows.next()) {
      // What comes is not wanted.
    }
  }
}
