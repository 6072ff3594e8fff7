package innkeeper.store.write;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.store.StoreException;
import innkeeper.api.thread.WatchedThread;
import innkeeper.store.file.Uninterrupted;
import innkeeper.store.table.AuditTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The only thread that writes to bot.db. All waiting work goes into one transaction with one fsync
 * (group commit). Each piece of work has its own savepoint, so that its failure does not affect the
 * others. A caller returns after the transaction is on disk.
 */
public final class Writer implements AutoCloseable {

  private static final int MOST_AT_ONCE = 64;

  private final Connection connection;
  private final PreparedStatement insert;
  private final Statement statement;
  private final Checkpoints checkpoints;
  private final Clock clock;
  private final UnaryOperator<String> clean;
  private final Consumer<List<AuditEntry>> committed;
  private final AtomicLong revision;
  private final BooleanSupplier watch;
  private final BlockingQueue<Task<?>> queue = new LinkedBlockingQueue<>();

  /** The last task of the queue. It wakes the thread, and is not executed. */
  private final Task<Void> end = new Task<>(transaction -> null);

  /** Whether {@link #end} is in the queue. Guarded by the queue's monitor. */
  private boolean closed;

  /** The start of the wait of the oldest task that runs now; 0 if none runs. */
  private volatile long runningSince;

  private final Thread thread;
  private volatile ChainHead head;
  private volatile String lastFailure = "";
  private volatile int lastCode;

  /**
   * @param connection the connection, which this writer owns and closes
   * @param checkpoints the checkpoints of the same connection
   * @param head the end of the chain in the database
   * @param committed receives the entries after they are on disk, in order, on the writer's thread
   * @param revision the counter of commits
   * @param watch returns whether the last commit is durable; if another program has changed the
   *     files, it saves the data first. Called on the writer's thread before and after each
   *     transaction, and every few seconds without one
   */
  public Writer(
      Connection connection,
      Checkpoints checkpoints,
      ChainHead head,
      Clock clock,
      UnaryOperator<String> clean,
      Consumer<List<AuditEntry>> committed,
      AtomicLong revision,
      BooleanSupplier watch)
      throws SQLException {
    this.connection = connection;
    this.checkpoints = checkpoints;
    this.head = head;
    this.clock = clock;
    this.clean = clean;
    this.committed = committed;
    this.revision = revision;
    this.watch = watch;
    this.insert = connection.prepareStatement(AuditTable.INSERT);
    this.statement = connection.createStatement();
    this.thread = new WatchedThread("store-writer", 512 * 1024, this::run);
    thread.start();
  }

  /**
   * Runs work in a transaction and returns after it is on disk. An interrupt does not end the wait,
   * because the caller must know whether the data was written.
   *
   * @throws StoreException if the data was not written
   */
  public <T> T write(Transaction.Work<T> work) {
    Task<T> task = new Task<>(work);
    synchronized (queue) {
      if (closed) {
        throw new StoreException("nothing is written any more: the store is closing");
      }
      queue.add(task);
    }
    return task.await();
  }

  /** Returns the error of the last transaction; "" if a later one succeeded. */
  public String lastFailure() {
    return lastFailure;
  }

  /** Returns SQLite's code of the last transaction's error; 0 if there is no code. */
  public int lastCode() {
    return lastCode;
  }

  /** Returns the end of the chain on disk. */
  public ChainHead head() {
    return head;
  }

  /** Returns the time in nanoseconds that the oldest work has waited; 0 if no work waits. */
  public long waitingNanos() {
    Task<?> next = queue.peek();
    long since = runningSince != 0 || next == null ? runningSince : next.since();
    return since == 0 ? 0 : Math.max(1, System.nanoTime() - since);
  }

  private void run() {
    boolean ended = false;
    while (!ended) {
      List<Task<?>> batch = take(checkpoints.nanosToNext());
      ended = batch.remove(end);
      try {
        watch.getAsBoolean();
        if (batch.isEmpty()) {
          checkpoints.idle(head);
        } else {
          checkpoints.before(head);
          runOnReserve(batch);
        }
      } catch (IOException | SQLException | RuntimeException | Error e) {
        // An Error is caught too, so that waiting callers do not wait forever.
        if (!batch.isEmpty()) {
          lastFailure = String.valueOf(e.getMessage());
          lastCode = e instanceof SQLException failure ? failure.getErrorCode() : 0;
        }
        batch.forEach(task -> task.fail(e));
      } finally {
        runningSince = 0;
      }
    }
  }

  /** Waits for tasks for at most the given time; returns an empty list on a timeout. */
  private List<Task<?>> take(long nanos) {
    // The full capacity is allocated first. An OutOfMemoryError afterwards would lose a task whose
    // caller waits.
    List<Task<?>> batch = new ArrayList<>(MOST_AT_ONCE);
    try {
      Task<?> first = queue.poll(nanos, TimeUnit.NANOSECONDS);
      if (first != null) {
        runningSince = first.since();
        batch.add(first);
        queue.drainTo(batch, MOST_AT_ONCE - 1);
      }
    } catch (InterruptedException e) {
      return batch; // Only a closed queue ends the writer; an interrupt does not.
    }
    return batch;
  }

  /** Runs the batch. If the disk is full, frees reserved space and tries again. */
  private void runOnReserve(List<Task<?>> batch) throws SQLException {
    for (int pieces = 0; ; pieces++) {
      try {
        runTogether(batch);
        return;
      } catch (SQLException e) {
        if (pieces == ReserveClient.MOST_PIECES || !ReserveClient.helps(e)) {
          throw e;
        }
        checkpoints.reuse(head);
      }
    }
  }

  private void runTogether(List<Task<?>> batch) throws SQLException {
    Transaction transaction = new Transaction(connection, insert, clock, clean, head);
    List<Task<?>> good = new ArrayList<>(batch.size());
    statement.execute("BEGIN IMMEDIATE");
    try {
      for (Task<?> task : batch) {
        if (runOne(task, transaction)) {
          good.add(task);
        }
      }
      if (!good.isEmpty()) {
        statement.execute("COMMIT");
      } else {
        statement.execute("ROLLBACK");
      }
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      throw e;
    }
    if (good.isEmpty()) {
      return;
    }
    head = transaction.head();
    boolean project = transaction.committed();
    lastFailure = "";
    revision.incrementAndGet();
    if (!watch.getAsBoolean()) {
      throw new StoreException("bot.db was removed while this was written, so it may be lost");
    }
    good.forEach(Task::succeed);
    if (!transaction.appended().isEmpty()) {
      committed.accept(List.copyOf(transaction.appended()));
    }
    checkpoints.after(head, project);
  }

  private boolean runOne(Task<?> task, Transaction transaction) throws SQLException {
    Transaction.Mark before = transaction.mark();
    statement.execute("SAVEPOINT work");
    try {
      task.run(transaction);
      statement.execute("RELEASE work");
      return true;
    } catch (SQLException e) {
      undo(e);
      task.fail(e);
    } catch (RuntimeException e) {
      undo(e);
      task.fail(e);
    }
    transaction.backTo(before);
    return false;
  }

  /**
   * Rolls back to the savepoint. A full disk, for example, ends the whole transaction; then the
   * whole batch must fail.
   */
  private <E extends Exception> void undo(E cause) throws E {
    try {
      statement.execute("ROLLBACK TO work");
      statement.execute("RELEASE work");
    } catch (SQLException e) {
      cause.addSuppressed(e);
      throw cause;
    }
  }

  private void rollBack(Throwable cause) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /** Runs the waiting work, then ends the thread. The connection stays open. */
  public void drain() {
    synchronized (queue) {
      if (!closed) {
        queue.add(end);
      }
      closed = true;
    }
    Uninterrupted.await(thread::join);
  }

  /**
   * Drains the queue and closes the connection. SQLite removes the WAL if this is the last
   * connection.
   */
  @Override
  public void close() throws SQLException {
    drain();
    insert.close();
    statement.close();
    connection.close();
  }
}
