package innkeeper.store.file;

/**
 * A wait that an interrupt does not end early. The thread's interrupt flag is set again after the
 * wait.
 */
public final class Uninterrupted {

  /** The blocking call to wait for. */
  public interface Wait {

    void end() throws InterruptedException;
  }

  private Uninterrupted() {}

  public static void await(Wait wait) {
    boolean interrupted = false;
    while (true) {
      try {
        wait.end();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
