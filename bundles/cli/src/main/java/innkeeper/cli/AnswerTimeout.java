package innkeeper.cli;

import java.io.Closeable;
import java.io.IOException;

/** Closes a connection whose host does not answer in time. It watches the first answer only. */
final class AnswerTimeout extends Thread {

  private final long milliseconds;
  private Closeable channel;
  private String step = "";
  private String rang = "";
  private boolean off;

  AnswerTimeout(long milliseconds) {
    super(null, null, "alarm", 128 * 1024);
    setDaemon(true);
    this.milliseconds = milliseconds;
  }

  /**
   * Starts the timer at the first call, and sets the connection that it closes at the end. {@code
   * does} names the host's pending step.
   */
  synchronized void watch(Closeable next, String does) {
    channel = next;
    step = does;
    if (getState() == State.NEW) {
      start();
    }
  }

  /** Stops the timer, because the answer has come. Returns false if the answer came too late. */
  synchronized boolean off() {
    off = true;
    interrupt();
    return rang.isEmpty();
  }

  /** Returns the step that the host did not do in time; "" if the timer has not fired. */
  synchronized String rang() {
    return rang;
  }

  @Override
  public void run() {
    try {
      Thread.sleep(milliseconds);
      fire();
    } catch (InterruptedException e) {
      // The answer has come.
      return;
    }
  }

  private synchronized void fire() {
    if (off) {
      return;
    }
    rang = step;
    try {
      channel.close();
    } catch (IOException e) {
      rang += " or be closed (" + e.getMessage() + ")";
    }
  }
}
