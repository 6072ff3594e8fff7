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
 * The ways to open an SQLite file. They do not use DriverManager, which cannot find a driver inside
 * a bundle.
 */
public final class Connections {

  /** The longest wait for another program's lock, in milliseconds. */
  public static final int BUSY_MILLIS = 5000;

  private static final List<String> ALL =
      List.of(
          "busy_timeout=" + BUSY_MILLIS,
          "foreign_keys=ON",
          "trusted_schema=OFF",
          "cell_size_check=ON",
          // A truncation of a memory-mapped file would kill the process.
          "mmap_size=0",
          "temp_store=MEMORY",
          "cache_size=-1024");

  private Connections() {}

  /** Opens the connection for writing, in WAL mode. A commit is on disk when it returns. */
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
      // The class Checkpoints runs the checkpoints and records each one before it begins.
      pragma(connection, "wal_autocheckpoint=0");
      pragma(connection, "journal_size_limit=4194304");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Opens a connection to a new file: rollback journal, one user. */
  public static Connection fresh(Path file) throws SQLException {
    Connection connection = open(file, "", false);
    pragma(connection, "synchronous=FULL");
    return connection;
  }

  /** Opens an in-memory database, which is discarded when the connection is closed. */
  public static Connection memory() throws SQLException {
    return JDBC.createConnection("jdbc:sqlite::memory:", new Properties());
  }

  /** Opens a connection that reads in parallel to the writer. */
  public static Connection reader(Path file) throws SQLException {
    return open(file, "?mode=ro", true);
  }

  /**
   * Opens a connection to a closed file without locks. It ignores side files and changes nothing.
   */
  public static Connection immutable(Path file) throws SQLException {
    return open(file, "?immutable=1", true);
  }

  private static Connection open(Path file, String query, boolean readOnly) throws SQLException {
    Properties properties = new Properties();
    // No caller uses generated keys, and the driver would query them after every statement.
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

  /** Returns the path as an SQLite URI, in which every special character is escaped. */
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

  /** Interrupts the running statement of a connection; the statement then fails. */
  public static void interrupt(Connection connection) throws SQLException {
    connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
  }

  /** Executes one PRAGMA. */
  public static void pragma(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA " + setting);
    }
  }

  /** Returns the first column of the first row as a number; 0 if the result is empty. */
  public static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long first = rows.next() ? rows.getLong(1) : 0;
      finish(rows);
      return first;
    }
  }

  /** Returns the first column of the first row as text; "" if the result is empty. */
  public static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      String first = rows.next() ? String.valueOf(rows.getString(1)) : "";
      finish(rows);
      return first;
    }
  }

  /**
   * Reads all remaining rows. A PRAGMA that returns a row takes effect only after its last row. The
   * PRAGMA journal_mode first returns "wal" and may fail afterwards.
   */
  private static void finish(ResultSet rows) throws SQLException {
    while (rows.next()) {
      // The further rows are not used.
    }
  }
}
