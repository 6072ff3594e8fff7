package innkeeper.shell.cli;

import innkeeper.api.text.Amounts;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for long work, and says on a terminal which phase it is in and how long it still takes. */
public final class LongWork {

  private static final long LOOK_MS = 100;

  /** What takes less is over before anybody has read of it. */
  private static final long SILENT_MS = 500;

  /** Before so much is done, nobody knows how long the rest takes. */
  private static final double ENOUGH = 0.02;

  private LongWork() {}

  /**
   * How far it is.
   *
   * @param phase what is being done
   * @param done 0 to 1; below 0 where nobody knows
   * @param totalBytes of the whole; 0 where it is not counted in bytes
   */
  public record Phase(String phase, double done, long totalBytes) {

    /** {@code copying bot.db: 12.0 MiB of 48.0 MiB, 25%, about 9s left}. */
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

  /** The result, once it is there. */
  public static <T> T await(Caller caller, CompletableFuture<T> work, Supplier<Phase> phase)
      throws InterruptedException, ExecutionException {
    return await(caller, work, phase, new ConcurrentLinkedQueue<>());
  }

  /**
   * As the other one.
   *
   * @param steps lines that the work has finished; each is printed, on a pipe too
   */
  public static <T> T await(
      Caller caller, CompletableFuture<T> work, Supplier<Phase> phase, Queue<String> steps)
      throws InterruptedException, ExecutionException {
    long begun = System.nanoTime();
    try (ProgressLine line = new ProgressLine(caller)) {
      while (true) {
        boolean over = over(work);
        for (String step = steps.poll(); step != null; step = steps.poll()) {
          line.clear();
          caller.out().println(SafeText.line(step));
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

  private static boolean over(CompletableFuture<?> work) throws InterruptedException {
    try {
      work.get(LOOK_MS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true; // Thrown again, once the steps before are said.
    }
  }
}
