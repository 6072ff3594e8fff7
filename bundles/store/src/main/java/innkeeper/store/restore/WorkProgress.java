package innkeeper.store.restore;

import innkeeper.common.text.Amounts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The progress display of long work. It prints each phase; on a terminal it also shows the progress
 * of a phase that takes long.
 */
public final class WorkProgress {

  private static final long LOOK_MS = 200;

  /** The shortest phase that shows its progress. A shorter one ends before anyone can read it. */
  private static final long SILENT_MS = 500;

  /**
   * The percentage from which the remaining time is shown. A lower percentage gives no useful
   * estimate.
   */
  private static final int ENOUGH = 2;

  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;

  /**
   * @param terminal whether lines of {@code out} can be overwritten
   */
  public WorkProgress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Prints one line. */
  public void say(String line) {
    out.println(line);
  }

  /** Begins a phase of unknown length. */
  public Phase begin(String what) {
    return begin(what, 0, () -> 0);
  }

  /**
   * Prints the phase that begins now. On a terminal, a thread shows the progress in the line below.
   *
   * @param total the number of bytes to process; 0 if unknown
   * @param done supplies the number of bytes processed so far; called on the other thread
   */
  public Phase begin(String what, long total, LongSupplier done) {
    say(what);
    Phase phase = new Phase(total, done);
    if (terminal) {
      phase.thread.setDaemon(true);
      phase.thread.start();
    }
    return phase;
  }

  /** A phase of the work; it ends when it is closed. */
  public final class Phase implements AutoCloseable {

    private final long total;
    private final LongSupplier done;
    private final long begun = System.nanoTime();
    private final Thread thread = new Thread(this::show, "restore-progress");

    private Phase(long total, LongSupplier done) {
      this.total = total;
      this.done = done;
    }

    private void show() {
      boolean written = false;
      try {
        Thread.sleep(SILENT_MS);
        while (true) {
          Duration since = Duration.ofNanos(System.nanoTime() - begun);
          out.print(CLEAR + text(since, done.getAsLong(), total));
          out.flush();
          written = true;
          Thread.sleep(LOOK_MS);
        }
      } catch (InterruptedException e) {
        if (written) {
          out.print(CLEAR);
          out.flush();
        }
      }
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the progress as text: {@code 12.0 MiB of 48.0 MiB, 25%, about 9s left}. */
  static String text(Duration since, long done, long total) {
    if (total <= 0) {
      return "  " + Amounts.span(since);
    }
    long percent = Math.min(100, done * 100 / total);
    String text = "  " + Amounts.bytes(done) + " of " + Amounts.bytes(total) + ", " + percent + "%";
    if (percent < ENOUGH) {
      return text;
    }
    Duration left = Duration.ofMillis(since.toMillis() * Math.max(0, total - done) / done);
    return text + ", about " + Amounts.span(left) + " left";
  }
}
