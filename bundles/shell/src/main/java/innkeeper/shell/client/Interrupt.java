package innkeeper.shell.client;

import innkeeper.shell.wire.Frame;
import java.io.IOException;

/**
 * Ctrl-C, or another signal that ends this program: the host is told, and its command may still say
 * what it leaves behind. Then the program ends by that signal, as it would have at once.
 */
final class Interrupt extends Thread {

  /** How long the command may take for its last words. */
  private static final long LAST_WORDS_MS = 1_000;

  private HostConnection link;
  private boolean asked;
  private boolean over;

  Interrupt() {
    super("interrupt");
    Runtime.getRuntime().addShutdownHook(this);
  }

  /** The connection that the command is on now. */
  synchronized void of(HostConnection now) {
    link = now;
  }

  /** The command has ended with that status; does not return where a signal ends the program. */
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
      link.send(Frame.CANCEL, new byte[0], 0, 0);
      long end = System.currentTimeMillis() + LAST_WORDS_MS;
      for (long left = LAST_WORDS_MS; left > 0 && !over; ) {
        wait(left);
        left = end - System.currentTimeMillis();
      }
    } catch (IOException e) {
      return; // The host has gone; there is nothing more to hear.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
