package innkeeper.shell.cli;

import innkeeper.common.terminal.SafeText;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for long work. On a terminal it shows the current phase and the remaining time. */
public final class LongWork {

  private static final long LOOK_MS = 100;

  /** The time before the first progress line, because shorter work needs none. */
  private static final long SILENT_MS = 500;

  /** The smallest completed share from which the remaining time is estimated. */
  private static final double ENOUGH = 0.02;

  private LongWork() {}

  /**
   * The progress of the work.
   *
   * @param phase the current step
   * @param done completed share, 0 to 1; below 0 if it is unknown
   * @param totalBytes the size of the whole; 0 if the work is not measured in bytes
   */
  public record Phase(String phase, double done, long totalBytes) {

    /** Returns text like {@code copying bot.db: 12.0 MiB of 48.0 MiB, 25%, about 9s left}. */
    String text(Duration since) {
      StringBuilder text = new StringBuilder(phase).append(": ");
      if (done < 0) {
        return text.append(Amounts.span(since)).toString();
      }
      if (totalBytes > 0) {
        text.append(Amounts.bytes((long) (totalBytes * done)))
            .append(" of ")
            .append(Amounts.bytes(totalBytes))
            .append(", ");
      }
      text.append((int) (done * 100)).append('%');
      if (done >= ENOUGH) {
        Duration left = Duration.ofMillis((long) (since.toMillis() * (1 - done) / done));
        text.append(", about ").append(Amounts.span(left)).append(" left");
      }
      return text.toString();
    }
  }

  /** Waits for the work and returns its result. */
  public static <T> T await(Caller caller, CompletableFuture<T> work, Supplier<Phase> phase)
      throws InterruptedException, ExecutionException {
    return await(caller, work, phase, new ConcurrentLinkedQueue<>());
  }

  /**
   * Waits for the work, prints its finished steps and returns its result.
   *
   * @param steps lines about finished steps; each is printed, also on a pipe
   */
  public static <T> T await(
      Caller caller, CompletableFuture<T> work, Supplier<Phase> phase, Queue<String> steps)
      throws InterruptedException, ExecutionException {
    CountDownLatch ended = new CountDownLatch(1);
    work.whenComplete((result, error) -> ended.countDown());
    long begun = System.nanoTime();
    try (ProgressLine line = new ProgressLine(caller)) {
      while (true) {
        boolean over = ended.await(LOOK_MS, TimeUnit.MILLISECONDS);
        for (String step = steps.poll(); step != null; step = steps.poll()) {
          line.clear();
          caller.println(SafeText.line(step));
          caller.out().flush();
          begun = System.nanoTime();
        }
        if (over) {
          return work.get();
        }
        Duration since = Duration.ofNanos(System.nanoTime() - begun);
        if (caller.terminal() && since.toMillis() >= SILENT_MS) {
          line.say(phase.get().text(since));
        }
      }
    }
  }
}
