package innkeeper.store.restore;

import innkeeper.api.text.Amounts;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Says which phase long work is in; on a terminal also how far that is, once it takes long. */
public final class Progress {

  private static final long LOOK_MS = 200;

  /** What takes less is over before anybody has read of it. */
  private static final long SILENT_MS = 500;

  /** Before so many parts of a hundred are done, nobody knows how long the rest takes. */
  private static final int ENOUGH = 2;

  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;

  /**
   * @param terminal whether lines of {@code out} can be written over
   */
  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Prints what is done. */
  public void say(String line) {
    out.println(line);
  }

  /** A phase of whose end nobody knows. */
  public Phase begin(String what) {
    return begin(what, 0, () -> 0);
  }

  /**
   * Prints what begins now. On a terminal, a thread writes below it how far it is.
   *
   * @param total bytes; 0 where they are not counted
   * @param done bytes so far; asked on the other thread
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

  /** Ends when it is closed. */
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

  /** {@code 12.0 MiB of 48.0 MiB, 25%, about 9s left}. */
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
