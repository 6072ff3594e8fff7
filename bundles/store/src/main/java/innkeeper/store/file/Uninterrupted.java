package innkeeper.store.file;

/** A wait that an interrupt does not cut short. The interrupt is kept for whoever asks next. */
public final class Uninterrupted {

  /** What is waited for. */
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
