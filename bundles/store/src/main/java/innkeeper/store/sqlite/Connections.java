package innkeeper.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
      String mode = Sql.text(connection, "PRAGMA journal_mode=WAL");
      if (!"wal".equals(mode)) {
        throw new SQLException(
            file
                + " cannot use a write-ahead log (journal_mode is "
                + mode
                + "): is DATA_DIR on a"
                + " network file system?");
      }
      Sql.execute(connection, "PRAGMA synchronous=FULL");
      // The class Checkpoints runs the checkpoints and records each one before it begins.
      Sql.execute(connection, "PRAGMA wal_autocheckpoint=0");
      Sql.execute(connection, "PRAGMA journal_size_limit=4194304");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Opens a connection to a new file: rollback journal, one user. */
  public static Connection fresh(Path file) throws SQLException {
    Connection connection = open(file, "", false);
    Sql.execute(connection, "PRAGMA synchronous=FULL");
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
    Connection connection =
        JDBC.createConnection("jdbc:sqlite:" + file.toUri() + query, properties);
    try {
      for (String setting : ALL) {
        Sql.execute(connection, "PRAGMA " + setting);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Interrupts the running statement of a connection; the statement then fails. */
  public static void interrupt(Connection connection) throws SQLException {
    connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
  }
}
