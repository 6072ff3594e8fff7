package innkeeper.boot;

import java.util.Map;
import java.util.Set;

/**
 * How long a start that was refused waits before it ends. systemd gives up after ten starts in a
 * minute; a full disk or a taken port may take longer to pass.
 */
final class RetryPause {

  private static final long MILLIS = 10_000;
  private static final Set<Integer> PASSES = Set.of(Exit.DISK, Exit.UNAVAILABLE);

  private RetryPause() {}

  /**
   * @param environment this process's own; a service of systemd has NOTIFY_SOCKET
   */
  static long millis(int exit, Map<String, String> environment) {
    return PASSES.contains(exit) && environment.containsKey("NOTIFY_SOCKET") ? MILLIS : 0;
  }
}
