package innkeeper.logging.capture;

import java.io.IOException;

/** The capture is to end while its log takes nothing; what is unwritten stays in the ring. */
final class StoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  StoppedException(String why) {
    super("stopped while the log could not be written: " + why);
  }
}
