package innkeeper.store.write;

import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.FileHarm;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.KnownProjects;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of the WAL into bot.db. A checkpoint runs when the WAL is long, when there was no
 * write for a while, and soon after a project was changed. The last case exists because people copy
 * bot.db without its WAL.
 *
 * <p>SQLite's automatic checkpoints are off. With them, the files would not show whether bot.db is
 * an older copy of itself. After a crash, SQLite would replay the WAL into the copy. Each cycle of
 * the WAL therefore begins with a commit that names the file it belongs to ({@link
 * ApplicationId#over}). The file bind.json records when bot.db is between two cycles. This class is
 * used on the writer's thread only.
 */
public final class Checkpoints {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  /** The length of the WAL in frames that starts a checkpoint; SQLite's own default. */
  private static final int FRAMES = 1000;

  /**
   * The least length in frames for a checkpoint on a full disk; a few transactions need as much.
   */
  private static final int FRAMES_WORTH_IT = 32;

  /**
   * The greatest age of the chain end in bind.json. It must be recent, so that a truncated audit
   * record is detected.
   */
  private static final long HEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int SHORT_MILLIS = 250;

  /** The sizes in bytes of the WAL header and of a frame with one page. */
  private static final long LOG_HEADER = 32;

  private static final long FRAME = 24 + 4096;

  private final Connection connection;
  private final Sentinel sentinel;
  private final Path dataDir;
  private final Path database;
  private final KnownProjects known;
  private final CheckpointTimer timer;
  private final Consumer<String> step;
  private Bind bind;
  private byte[] firstPage = {};
  private long fileBytes;

  /** Whether this class has changed bot.db and the WAL does not yet name the file it belongs to. */
  private boolean unmarked;

  private long boundAt;
  private long due = FRAMES;
  private long frames;
  private boolean failing;

  /**
   * @param database the real path of the file
   * @param bind the content of bind.json on disk
   * @param known the cached projects on disk
   * @param step receives the name of each step after it is on disk; tests end the process there
   */
  public Checkpoints(
      Connection connection,
      Sentinel sentinel,
      Path dataDir,
      Path database,
      Bind bind,
      KnownProjects known,
      CheckpointPolicy pace,
      Consumer<String> step) {
    this.connection = connection;
    this.sentinel = sentinel;
    this.dataDir = dataDir;
    this.database = database;
    this.bind = bind;
    this.known = known;
    this.timer = new CheckpointTimer(pace, System::nanoTime);
    this.step = step;
  }

  /** Begins the first cycle of the WAL. The state of bot.db is OPEN afterwards. */
  public void begin(ChainHead head) throws IOException, SQLException {
    mark(head);
  }

  /**
   * Ends the last cycle after the writer's thread has ended. A closed bot.db gets a new epoch. A
   * copy made while the host ran may have the epoch that the WAL gave bot.db last.
   *
   * @return the content of bind.json on disk; the caller must close the connection next
   */
  public Bind end(ChainHead head) throws IOException {
    Bind inUse = holding(bind.in(Bind.State.CLOSING), head);
    int rest = ApplicationId.epoch(bind.epoch(), bind.next());
    write(inUse.becoming(rest));
    step.accept("closing");
    try {
      Sql.execute(connection, "PRAGMA application_id=" + rest);
      step.accept("at-rest");
    } catch (SQLException e) {
      LOG.warn("bot.db is closed with the epoch it had, for it cannot be written to", e);
      write(inUse);
    }
    return bind;
  }

  /**
   * Checks the files before each transaction.
   *
   * @throws innkeeper.api.store.StoreException if another program changed the files
   */
  void before(ChainHead head) throws IOException, SQLException {
    sentinel.check();
    if (!unmarked
        && fileBytes == sentinel.length()
        && Arrays.equals(firstPage, sentinel.firstPage())) {
      return;
    }
    if (!bind.knows(sentinel.applicationId())) {
      sentinel.replaced();
      sentinel.check();
    }
    if (!unmarked) {
      LOG.warn("another program has written bot.db's log back; the host continues");
      step.accept("others-wrote-back");
    }
    mark(head);
  }

  /**
   * Runs a checkpoint after a transaction if necessary. A failed checkpoint does not undo the
   * transaction.
   *
   * @param project whether the transaction changed a definition or a desired state
   */
  void after(ChainHead head, boolean project) {
    timer.written(project);
    if (sentinel.harm() != FileHarm.NONE) {
      return;
    }
    try {
      if (frames() >= due) {
        writeBack(head);
      } else if (System.nanoTime() - boundAt > HEAD_NANOS) {
        write(holding(bind, head));
      }
    } catch (IOException | SQLException e) {
      due = frames + FRAMES;
      failed(e);
    }
    writeBackIfDue(head);
  }

  /** Checks the WAL, and runs a checkpoint if necessary, while no transaction waits. */
  void idle(ChainHead head) {
    try {
      long written = log("NOOP")[0];
      sentinel.expectLog(written == 0 ? 0 : LOG_HEADER + written * FRAME);
    } catch (IOException | SQLException e) {
      LOG.debug("bot.db's log could not be looked at", e);
    }
    writeBackIfDue(head);
  }

  /** Returns the time in nanoseconds until the next check or checkpoint. */
  long nanosToNext() {
    return timer.nanosToNext();
  }

  private void writeBackIfDue(ChainHead head) {
    if (!timer.now() || sentinel.harm() != FileHarm.NONE) {
      return;
    }
    try {
      writeBack(head);
    } catch (IOException | SQLException | RuntimeException e) {
      failed(e);
    }
  }

  private void failed(Exception cause) {
    timer.failed();
    if (!failing) {
      failing = true;
      LOG.warn(
          "bot.db's log could not be written back, tried again later error={}", cause.toString());
    }
  }

  /**
   * Runs a checkpoint on a full disk, so that SQLite can use the space of the WAL again. If the
   * checkpoint fails, the WAL continues to grow.
   */
  void reuse(ChainHead head) {
    try {
      if (frames() >= FRAMES_WORTH_IT) {
        writeBack(head);
      }
    } catch (IOException | SQLException e) {
      LOG.debug("bot.db's log could not be written back on a full disk", e);
    }
  }

  private long frames() throws SQLException {
    long now = log("NOOP")[0];
    if (now < frames) {
      due = FRAMES; // SQLite has restarted the WAL.
    }
    frames = now;
    return now;
  }

  private void writeBack(ChainHead head) throws IOException, SQLException {
    write(holding(bind.in(Bind.State.CHECKPOINTING), head));
    step.accept("checkpointing");
    unmarked = true;
    long[] log = log("PASSIVE");
    step.accept("written-back");
    // A reader can block a part of the checkpoint. The rest is copied later, and the WAL continues
    // to grow.
    boolean whole = log[1] >= log[0];
    due = whole ? FRAMES : log[0] + FRAMES;
    timer.writtenBack(whole);
    // The wait for another program's lock is short here; the next transaction waits longer.
    Sql.execute(connection, "PRAGMA busy_timeout=" + SHORT_MILLIS);
    try {
      mark(head);
    } finally {
      Sql.execute(connection, "PRAGMA busy_timeout=" + Connections.BUSY_MILLIS);
    }
    step.accept("next-round");
    frames = 0;
    failing = false;
  }

  /**
   * Copies the WAL into bot.db, even if the files have lost their names. Returns whether all of it
   * was copied.
   */
  public boolean save() throws SQLException {
    long[] log = log("PASSIVE");
    return log[1] >= log[0];
  }

  private void mark(ChainHead head) throws IOException, SQLException {
    // Another program's checkpoint may run now. The values that the epoch is computed from are the
    // ones that the next transaction compares, so a later change of the file is marked again.
    byte[] page = sentinel.firstPage();
    long bytes = sentinel.length();
    int epoch = ApplicationId.over(page, bytes);
    Sql.execute(connection, "PRAGMA application_id=" + epoch);
    step.accept("marked");
    write(
        holding(bind.in(Bind.State.OPEN).bearing(sentinel.applicationId(), epoch, database), head));
    // These assignments are the last step: if a step above fails, all are repeated before the next
    // transaction.
    firstPage = page;
    fileBytes = bytes;
    unmarked = false;
  }

  private Bind holding(Bind now, ChainHead head) {
    return now.holding(head.seq(), head.hash(), known.ids());
  }

  private void write(Bind next) throws IOException {
    next.write(dataDir);
    bind = next;
    boundAt = System.nanoTime();
  }

  /** Returns the number of frames in the WAL, and the number of these that bot.db already has. */
  private long[] log(String mode) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
      return new long[] {rows.getLong(2), rows.getLong(3)};
    }
  }
}
