package innkeeper.store.write;

import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.FileHarm;
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
 * Writes the log back into bot.db: when it is long, when nothing is written for a while, and soon
 * after a project was changed, for people copy bot.db without its log. SQLite would do so by
 * itself, but then nothing on disk could tell a copy of bot.db made a minute ago from bot.db as the
 * log knows it, and after a crash the log would be replayed into the copy. So each round of the log
 * begins with a commit that says which file it is written over ({@link ApplicationId#over}), and
 * bind.json says when bot.db is between two rounds. Only on the writer's thread.
 */
public final class Checkpoints {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  /** SQLite's own default. */
  private static final int FRAMES = 1000;

  /** What a few transactions take. */
  private static final int FRAMES_WORTH_IT = 32;

  /** The record's end in bind.json is at most so old, for a record cut short to be noticed. */
  private static final long HEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final int SHORT_MILLIS = 250;

  /** Log header, and what a frame of one page takes. */
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
  private byte[] header = {};

  /** bot.db was written by this class, and the log does not say yet over what it goes on. */
  private boolean unmarked;

  private long boundAt;
  private long due = FRAMES;
  private long frames;
  private boolean failing;

  /**
   * @param database the file itself
   * @param bind as it is on disk
   * @param known what is on disk of projects
   * @param step told the name of each step after it is on disk; tests end the process there
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

  /** Begins the first round of the log; bot.db is in use from here on. */
  public void begin(ChainHead head) throws IOException, SQLException {
    mark(head);
  }

  /**
   * Ends the last round, with the writer's thread gone: at rest bot.db bears an epoch of its own. A
   * copy made while it was in use may bear what the log has just given bot.db.
   *
   * @return as it is on disk; the connection is to be closed next
   */
  public Bind end(ChainHead head) throws IOException {
    Bind inUse = holding(bind.in(Bind.State.CLOSING), head);
    int rest = ApplicationId.epoch(bind.epoch(), bind.next());
    write(inUse.becoming(rest));
    step.accept("closing");
    try {
      Connections.pragma(connection, "application_id=" + rest);
      step.accept("at-rest");
    } catch (SQLException e) {
      LOG.warn("bot.db is closed with the epoch it had, for it cannot be written to", e);
      write(inUse);
    }
    return bind;
  }

  /**
   * Ahead of each transaction.
   *
   * @throws innkeeper.api.store.StoreException if bot.db was overwritten
   */
  void before(ChainHead head) throws IOException, SQLException {
    sentinel.check();
    if (!unmarked && Arrays.equals(header, sentinel.header())) {
      return;
    }
    if (!bind.knows(sentinel.applicationId())) {
      sentinel.replaced();
      sentinel.check();
    }
    if (!unmarked) {
      LOG.warn("another program has written bot.db's log back; the host goes on");
      step.accept("others-wrote-back");
    }
    mark(head);
  }

  /**
   * After each transaction. That the log could not be written back does not undo it.
   *
   * @param project whether it changed a definition or a desired state
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

  /** When there is nothing to write. */
  void idle(ChainHead head) {
    try {
      long written = log("NOOP")[0];
      sentinel.expectLog(written == 0 ? 0 : LOG_HEADER + written * FRAME);
    } catch (IOException | SQLException e) {
      LOG.debug("bot.db's log could not be looked at", e);
    }
    writeBackIfDue(head);
  }

  /** For how long nothing need be done. */
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
   * On a full disk: what bot.db has, the log need not keep, and its space is used once more. Where
   * it cannot be written back either, it goes on growing as before.
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
      due = FRAMES; // SQLite has begun the log anew.
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
    // Where a reader holds it up the rest is left for later, and the log goes on growing.
    boolean whole = log[1] >= log[0];
    due = whole ? FRAMES : log[0] + FRAMES;
    timer.writtenBack(whole);
    // Another program's lock is waited for ahead of a transaction, not here.
    Connections.pragma(connection, "busy_timeout=" + SHORT_MILLIS);
    try {
      mark(head);
    } finally {
      Connections.pragma(connection, "busy_timeout=" + Connections.BUSY_MILLIS);
    }
    step.accept("next-round");
    frames = 0;
    failing = false;
  }

  /** Into bot.db with what the log holds, whether or not its files still have their names. */
  public boolean save() throws SQLException {
    long[] log = log("PASSIVE");
    return log[1] >= log[0];
  }

  private void mark(ChainHead head) throws IOException, SQLException {
    int epoch = ApplicationId.over(sentinel.firstPage(), sentinel.length());
    Connections.pragma(connection, "application_id=" + epoch);
    step.accept("marked");
    write(
        holding(bind.in(Bind.State.OPEN).bearing(sentinel.applicationId(), epoch, database), head));
    header = sentinel.header(); // Last: what did not come so far is tried again before the next.
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

  /** Frames in the log, and how many of them bot.db has. */
  private long[] log(String mode) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
      return new long[] {rows.getLong(2), rows.getLong(3)};
    }
  }
}
