package innkeeper.store;

import innkeeper.api.settings.Settings;
import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots;
import innkeeper.api.store.StoreException;
import innkeeper.store.archive.ArchiveWriter;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.restore.Difference;
import innkeeper.store.restore.RestoreException;
import innkeeper.store.snapshot.Inspection;
import innkeeper.store.snapshot.SnapshotWriter;
import innkeeper.store.sqlite.Connections;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleConsumer;

/** The snapshots of the open bot.db: it writes, verifies, rehearses and archives copies. */
final class SqliteSnapshots implements Snapshots, AutoCloseable {

  private final StoreOptions options;
  private final Path database;
  private final Sentinel sentinel;
  private final Readers readers;

  /** Ensures that only one snapshot runs at a time. */
  private final ReentrantLock single = new ReentrantLock();

  /** Guards the two fields below. */
  private final Object state = new Object();

  private SnapshotWriter running;
  private boolean closed;

  SqliteSnapshots(StoreOptions options, Path database, Sentinel sentinel, Readers readers) {
    this.readers = readers;
    this.options = options;
    this.database = database;
    this.sentinel = sentinel;
  }

  @Override
  public SnapshotFacts write(Path target, DoubleConsumer progress) {
    if (!target.isAbsolute()) {
      throw new StoreException(target + " is not an absolute path");
    }
    single.lock();
    try {
      sentinel.check();
      SnapshotWriter writer = begin();
      SnapshotFacts facts = writer.write(target, progress);
      sentinel.check();
      return facts;
    } finally {
      end();
      single.unlock();
    }
  }

  private SnapshotWriter begin() {
    synchronized (state) {
      if (closed) {
        throw new StoreException("no copy is made any more: the store is closing");
      }
      running = new SnapshotWriter(database);
      return running;
    }
  }

  private void end() {
    synchronized (state) {
      running = null;
    }
  }

  /** Returns whether this object is closed and makes no more copies. */
  boolean closing() {
    synchronized (state) {
      return closed;
    }
  }

  @Override
  public SnapshotFacts inspect(Path file) {
    return new Inspection(this::closing).look(file, true, true, "quick_check");
  }

  @Override
  public void rehearse(Path backup, SnapshotFacts expected, Path scratch) {
    new ScratchRestore(options).run(backup, expected, scratch);
  }

  @Override
  public RestorePreview preview(Path backup) {
    return readers.read(
        "the projects",
        here -> {
          try (Connection there = Connections.immutable(backup)) {
            return Difference.of(here, there).preview(backup);
          }
        });
  }

  @Override
  public void archive(Path backup, Path target, boolean environmentFiles) {
    try {
      new ArchiveWriter(
              options.layout(), options.clock(), options.hostVersion(), Settings.hostName())
          .write(backup, target, environmentFiles);
    } catch (IOException | SQLException | RestoreException e) {
      throw new StoreException(target + " was not made: " + e.getMessage(), e);
    }
  }

  @Override
  public long estimatedBytes() {
    return readers.read("the size", SnapshotWriter::estimatedBytes);
  }

  @Override
  public long revision() {
    return options.revision().get();
  }

  /** Cancels a running copy, waits until it has ended, and rejects any new one. */
  @Override
  public void close() throws SQLException {
    SnapshotWriter writer;
    synchronized (state) {
      closed = true;
      writer = running;
    }
    if (writer != null) {
      writer.cancel();
    }
    single.lock();
    single.unlock();
  }
}
