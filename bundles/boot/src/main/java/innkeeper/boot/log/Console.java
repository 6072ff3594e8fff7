package innkeeper.boot.log;

import innkeeper.api.thread.WatchedThread;
import java.io.PrintStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The process's original stdout, written by one thread from a bounded queue. A console that is read
 * slowly or not at all never blocks a logging thread. Lines that do not fit are counted; bot.log
 * contains them anyway.
 */
final class Console implements AutoCloseable {

  private static final int MOST_LINES = 4096;
  private static final long LAST_WORDS_MILLIS = 1000;
  private static final String END = new String("end");

  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_LINES);
  private final AtomicLong missed = new AtomicLong();
  private final PrintStream out;
  private final Consumer<String> record;
  private final Thread thread = new WatchedThread("console", 256 * 1024, this::print);

  /**
   * @param out the original stdout
   * @param record receives the number of missing lines once lines are shown again
   */
  Console(PrintStream out, Consumer<String> record) {
    this.out = out;
    this.record = record;
    thread.start();
  }

  /** Adds a line to the queue; never blocks. */
  void line(String text) {
    if (!lines.offer(text)) {
      missed.incrementAndGet();
    }
  }

  private void print() {
    try {
      for (String line = lines.take(); line != END; line = lines.take()) {
        out.println(line);
        if (lines.isEmpty()) {
          out.flush();
          tellMissed();
        }
      }
      tellMissed();
      out.flush();
    } catch (InterruptedException e) {
      out.flush();
    }
  }

  private void tellMissed() {
    long count = missed.getAndSet(0);
    if (count > 0) {
      String told = count + " lines were not shown on the console, which did not take them";
      out.println(told + "; they are in bot.log");
      record.accept(told);
    }
  }

  /**
   * Writes the remaining lines for at most two seconds, because a blocked console must not delay
   * the end of the process.
   */
  @Override
  public void close() {
    try {
      if (lines.offer(END, LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
        thread.join(LAST_WORDS_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
