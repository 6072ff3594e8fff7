package innkeeper.store;

import innkeeper.api.store.StoreException;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A pool of connections for reading beside the writer, created on demand. Thread-safe. */
final class Readers implements AutoCloseable {

  private static final int KEPT = 2;

  private final Path database;
  private final Sentinel sentinel;
  private final BlockingQueue<Connection> idle = new LinkedBlockingQueue<>(KEPT);
  private final Map<String, SQLException> failures = new ConcurrentHashMap<>();

  /** Each query holds the read lock, and {@link #close} the write lock. */
  private final ReadWriteLock open = new ReentrantReadWriteLock();

  private volatile boolean closed;

  Readers(Path database, Sentinel sentinel) {
    this.database = database;
    this.sentinel = sentinel;
  }

  /**
   * @param what the name of the data, for the error message
   * @throws StoreException if the query failed
   */
  <T> T read(String what, Sql.Query<T> query) {
    sentinel.check();
    open.readLock().lock();
    try {
      if (closed) {
        throw new StoreException("nothing is read any more: the store is closing");
      }
      T result = run(query);
      failures.remove(what);
      return result;
    } catch (SQLException e) {
      failures.put(what, e);
      throw new StoreException(what + " could not be read from bot.db: " + e.getMessage(), e);
    } finally {
      open.readLock().unlock();
    }
  }

  private <T> T run(Sql.Query<T> query) throws SQLException {
    Connection known = idle.poll();
    Connection connection = known != null ? known : Connections.reader(database);
    boolean sound = false;
    try {
      T result = query.run(connection);
      sound = true;
      return result;
    } finally {
      if (!sound || !idle.offer(connection)) {
        connection.close();
      }
    }
  }

  /** Returns the failures of the last read of each kind of data, by its name. */
  Map<String, SQLException> failures() {
    return Map.copyOf(failures);
  }

  /** Waits for the running queries, then closes all connections. */
  @Override
  public void close() throws SQLException {
    closed = true;
    open.writeLock().lock();
    try {
      for (Connection connection : idle) {
        connection.close();
      }
      idle.clear();
    } finally {
      open.writeLock().unlock();
    }
  }
}
