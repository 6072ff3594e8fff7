package innkeeper.cli;

import innkeeper.common.wire.Frame;
import java.io.IOException;

/**
 * Handles Ctrl-C and other signals that end this program. It sends CANCEL to the host, so that the
 * command can still print what it leaves behind. Then the program ends by the signal.
 */
final class Interrupt extends Thread {

  /** The longest time that the command may take for its last output. */
  private static final long LAST_WORDS_MS = 1_000;

  private HostConnection link;
  private boolean asked;
  private boolean over;

  Interrupt() {
    super("interrupt");
    Runtime.getRuntime().addShutdownHook(this);
  }

  /** Sets the connection that the command uses now. */
  synchronized void of(HostConnection now) {
    link = now;
  }

  /**
   * Notes that the command has ended with that status. It does not return if a signal ends the
   * program.
   */
  synchronized int ended(int status) {
    over = true;
    notifyAll();
    while (asked) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return status;
      }
    }
    return status;
  }

  @Override
  public synchronized void run() {
    if (over || link == null) {
      return;
    }
    asked = true;
    try {
      link.send(Frame.CANCEL, "");
      long end = System.currentTimeMillis() + LAST_WORDS_MS;
      for (long left = LAST_WORDS_MS; left > 0 && !over; ) {
        wait(left);
        left = end - System.currentTimeMillis();
      }
    } catch (IOException e) {
      return; // The host has gone, so there is nothing to wait for.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
