package innkeeper.cli;

import java.io.Closeable;
import java.io.IOException;

/** Closes a connection whose host does not answer in time. It watches the first answer only. */
final class AnswerTimeout implements Runnable {

  private final long end;
  private Closeable channel;
  private String step = "";
  private String rang = "";
  private boolean off;
  private boolean running;

  AnswerTimeout(long milliseconds) {
    end = System.currentTimeMillis() + milliseconds;
  }

  /**
   * Starts the timer at the first call, and sets the connection that it closes at the end. {@code
   * does} names the host's pending step.
   */
  synchronized void watch(Closeable next, String does) {
    channel = next;
    step = does;
    if (!running) {
      running = true;
      Thread thread = new Thread(null, this, "alarm", 128 * 1024);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Stops the timer, because the answer has come. Returns false if the answer came too late. */
  synchronized boolean off() {
    off = true;
    notifyAll();
    return rang.isEmpty();
  }

  /** Returns the step that the host did not do in time; "" if the timer has not fired. */
  synchronized String rang() {
    return rang;
  }

  @Override
  public synchronized void run() {
    try {
      for (long left = end - System.currentTimeMillis(); left > 0 && !off; ) {
        wait(left);
        left = end - System.currentTimeMillis();
      }
      if (!off) {
        rang = step;
        channel.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      rang = step + " or be closed (" + e.getMessage() + ")";
    }
  }
}
