package innkeeper.boot;

import java.util.Map;

/** The exit statuses; they follow sysexits.h where it defines one. */
final class Exit {

  static final int FAILED = 1;
  static final int USAGE = 2;

  /** EX_DATAERR: DATA_DIR was written by a release whose formats this one cannot read. */
  static final int REFUSED = 65;

  /** EX_UNAVAILABLE: another host uses DATA_DIR, or the port is in use. */
  static final int UNAVAILABLE = 69;

  /** EX_IOERR: the disk is full. */
  static final int DISK = 74;

  /** EX_TEMPFAIL: memory ran out and was not freed; a new start helps. */
  static final int NO_MEMORY = 75;

  /** EX_CONFIG: the configuration is wrong. */
  static final int CONFIGURATION = 78;

  private static final long RETRY_MILLIS = 10_000;

  private Exit() {}

  /**
   * Returns the time that a refused start waits before it ends. systemd gives up after ten starts
   * in a minute, but a full disk or a used port may last longer.
   *
   * @param environment of this process; it contains NOTIFY_SOCKET in a systemd service
   */
  static long retryPauseMillis(int exit, Map<String, String> environment) {
    boolean passes = exit == DISK || exit == UNAVAILABLE;
    return passes && environment.containsKey("NOTIFY_SOCKET") ? RETRY_MILLIS : 0;
  }
}
