package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.RestoreHint;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.table.Soundness;
import innkeeper.store.write.ChainHead;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background verification of bot.db. It checks the audit chain entry by entry, then every page,
 * index and project. It runs some seconds after the start and then once a day. After each piece it
 * pauses for as long as the piece took, so it uses at most half a processor.
 */
final class Verification implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Verification.class);

  private static final long STRIDE = 500;
  private static final long FIRST_SECONDS = 5;
  private static final long AGAIN_SECONDS = TimeUnit.DAYS.toSeconds(1);
  private static final long RETRY_SECONDS = 60;

  /**
   * The result of a verification.
   *
   * @param done whether one full verification has ended
   * @param seq the number of the last entry up to which the audit chain is whole
   * @param chain the fault of the audit chain; "" if it is whole
   * @param told the gap that an earlier start recorded, which cannot be repaired
   * @param damage the fault of the other content; "" if it is sound
   * @param fix a command that repairs the fault; "" if nothing is wrong
   */
  record Finding(
      boolean done, long seq, String chain, Optional<Gap> told, String damage, String fix) {}

  private final Layout layout;
  private final Path database;
  private final Soundness soundness;
  private final Sentinel sentinel;
  private final Supplier<ChainHead> head;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private volatile Connection at;
  private volatile Finding finding = new Finding(false, 0, "", Optional.empty(), "", "");

  /**
   * @param head the end of the audit chain on disk
   */
  Verification(
      Layout layout,
      Path database,
      Soundness soundness,
      Sentinel sentinel,
      Supplier<ChainHead> head) {
    this.layout = layout;
    this.database = database;
    this.soundness = soundness;
    this.sentinel = sentinel;
    this.head = head;
    this.thread = new Thread(null, this::routine, "store-verification", 512 * 1024);
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  Finding finding() {
    return finding;
  }

  /** Starts the thread, which runs until {@link #close}. */
  void start() {
    thread.start();
  }

  private void routine() {
    long seconds = FIRST_SECONDS;
    while (!rests(TimeUnit.SECONDS.toNanos(seconds))) {
      try {
        run();
        seconds = AGAIN_SECONDS;
      } catch (SQLException | StoreException e) {
        if (closed.getCount() == 0) {
          return; // The close() method interrupted the query.
        }
        LOG.warn("bot.db could not be verified, tried again later error={}", e.toString());
        seconds = RETRY_SECONDS;
      }
    }
  }

  /** Waits for the given time; returns true at once if this object is closed. */
  private boolean rests(long nanos) {
    try {
      return closed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Runs one verification on the caller's thread. */
  void run() throws SQLException {
    sentinel.check();
    long begun = System.nanoTime();
    try (Connection connection = Connections.reader(database)) {
      at = connection;
      ChainWalk walk = walk(connection);
      if (closed.getCount() == 0) {
        return;
      }
      Optional<String> damage = soundness.faultAnywhere(connection);
      boolean bad = !walk.whole() || damage.isPresent();
      Finding found =
          new Finding(
              true, walk.seq(), walk.reason(), walk.told(), damage.orElse(""), bad ? fix() : "");
      if (bad && !found.equals(finding)) {
        LOG.error(
            "bot.db is damaged chain={} damage={} fix={}",
            found.chain(),
            found.damage(),
            found.fix());
      }
      finding = found;
    }
    LOG.info(
        "bot.db verified auditEntries={} tookMs={}",
        finding.seq(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
  }

  private ChainWalk walk(Connection connection) throws SQLException {
    ChainWalk walk = new ChainWalk();
    try {
      while (true) {
        ChainHead end = head.get();
        long begun = System.nanoTime();
        if (walk.go(connection, STRIDE)) {
          walk.expectEnd(end.seq(), end.hash());
          return walk;
        }
        Finding before = finding;
        finding =
            new Finding(
                before.done(),
                before.done() ? before.seq() : walk.seq(),
                before.chain(),
                before.told(),
                before.damage(),
                before.fix());
        if (rests(System.nanoTime() - begun)) {
          return walk;
        }
      }
    } catch (SQLException e) {
      walk.unreadable(Damage.told(e).orElse(""));
      return walk;
    }
  }

  private String fix() {
    try {
      return RestoreHint.whileRunning(layout, this::serves);
    } catch (IOException e) {
      LOG.warn("backups could not be looked at", e);
      return "check the disk of " + layout.backups();
    }
  }

  private boolean serves(BackupManifest manifest) {
    try (Connection backup = Connections.immutable(layout.backups().resolve(manifest.name()))) {
      ChainWalk walk = new ChainWalk();
      walk.go(backup, Long.MAX_VALUE);
      return walk.whole();
    } catch (SQLException e) {
      LOG.warn("backup does not serve name={}", manifest.name(), e);
      return false;
    }
  }

  /** Cancels the running verification and waits until the thread has ended. */
  @Override
  public void close() throws SQLException {
    closed.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        if (at != null && !at.isClosed()) {
          Connections.interrupt(at);
        }
        thread.join(20);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
