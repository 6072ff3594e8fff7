package innkeeper.cli;

import innkeeper.common.wire.Hello;
import java.io.IOException;

/** The host that a command addresses. */
interface TargetHost {

  /**
   * The longest time that a running host may be without its shell, during a start or a replacement
   * of the shell.
   */
  long PATIENCE_MS = 10_000;

  /**
   * The same limit for a command that continues on the next host, because a release may be on
   * trial.
   */
  long NEXT_HOST_MS = 120_000;

  /**
   * Opens a connection on which the host has accepted the greeting.
   *
   * @param again whether another connection worked shortly before, so that the host may be missing
   *     for a moment
   * @throws IOException with the reason, if no host answers
   */
  HostConnection open(Hello hello, boolean again) throws IOException;

  /** Returns how long a running host may take for its first answer, in milliseconds. */
  static long patience(Hello hello) {
    return hello.resume().isEmpty() ? PATIENCE_MS : NEXT_HOST_MS;
  }

  /** Waits before the next attempt. */
  static void pause(long milliseconds) throws IOException {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the host", e);
    }
  }
}
