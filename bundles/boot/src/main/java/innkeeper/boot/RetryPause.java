package innkeeper.boot;

import java.util.Map;
import java.util.Set;

/**
 * The time that a refused start waits before it ends. systemd gives up after ten starts in a
 * minute, but a full disk or a used port may last longer.
 */
final class RetryPause {

  private static final long MILLIS = 10_000;
  private static final Set<Integer> PASSES = Set.of(Exit.DISK, Exit.UNAVAILABLE);

  private RetryPause() {}

  /**
   * @param environment the environment of this process; it contains NOTIFY_SOCKET in a systemd
   *     service
   */
  static long millis(int exit, Map<String, String> environment) {
    return PASSES.contains(exit) && environment.containsKey("NOTIFY_SOCKET") ? MILLIS : 0;
  }
}
