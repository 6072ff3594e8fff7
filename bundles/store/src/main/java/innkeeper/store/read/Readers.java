package innkeeper.store.read;

import innkeeper.api.store.StoreException;
import innkeeper.store.file.Uninterrupted;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Connections;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A pool of connections for reading beside the writer, created on demand. Thread-safe. */
public final class Readers implements AutoCloseable {

  private static final int KEPT = 2;

  private final Path database;
  private final Sentinel sentinel;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final Map<String, SQLException> failures = new ConcurrentHashMap<>();
  private int out;
  private boolean closed;

  public Readers(Path database, Sentinel sentinel) {
    this.database = database;
    this.sentinel = sentinel;
  }

  /** A query that reads from bot.db. */
  @FunctionalInterface
  public interface Query<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * @param what the name of the data, for the error message
   * @throws StoreException if the query failed
   */
  public <T> T read(String what, Query<T> query) {
    sentinel.check();
    Connection connection = null;
    boolean sound = false;
    enter();
    try {
      connection = take();
      T result = query.run(connection);
      sound = true;
      failures.remove(what);
      return result;
    } catch (SQLException e) {
      failures.put(what, e);
      throw new StoreException(what + " could not be read from bot.db: " + e.getMessage(), e);
    } finally {
      giveBack(connection, sound);
    }
  }

  /** Returns the failures of the last read of each kind of data, by its name. */
  public Map<String, SQLException> failures() {
    return Map.copyOf(failures);
  }

  private synchronized void enter() {
    if (closed) {
      throw new StoreException("nothing is read any more: the store is closing");
    }
    out++;
  }

  private Connection take() throws SQLException {
    synchronized (this) {
      if (!idle.isEmpty()) {
        return idle.pop();
      }
    }
    return Connections.reader(database);
  }

  private void giveBack(Connection connection, boolean sound) {
    boolean keep;
    synchronized (this) {
      keep = connection != null && sound && !closed && idle.size() < KEPT;
      if (keep) {
        idle.push(connection);
      }
    }
    try {
      if (connection != null && !keep) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new StoreException("a reading connection could not be closed: " + e.getMessage(), e);
    } finally {
      synchronized (this) {
        out--;
        notifyAll();
      }
    }
  }

  /** Waits for the running queries, then closes all connections. */
  @Override
  public void close() throws SQLException {
    synchronized (this) {
      closed = true;
      Uninterrupted.await(
          () -> {
            while (out > 0) {
              wait();
            }
          });
      for (Connection connection : idle) {
        connection.close();
      }
      idle.clear();
    }
  }
}
