package innkeeper.shell.client;

import java.io.Closeable;
import java.io.IOException;

/**
 * Closes a connection whose host does not answer in time. Only the first answer is waited for so.
 */
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

  /** From here on that connection is the one that may be closed, while the host shall do that. */
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

  /** The answer has come; false if it came too late. */
  synchronized boolean off() {
    off = true;
    notifyAll();
    return rang.isEmpty();
  }

  /** What the host did not do in time, or "". */
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
