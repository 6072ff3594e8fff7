package innkeeper.api.project;

import java.util.Objects;

/**
 * The limits of a server, besides {@code nice} and {@code memoryMaxBytes}. Immutable.
 *
 * @param memoryRestartBytes the resident memory of all its processes together above which a server
 *     is restarted; 0 for no limit
 * @param cpuQuota percent of one core for all its processes together; 200 is two cores; 0 for no
 *     limit
 * @param tasksMax the maximum number of processes and threads; 0 for no limit
 * @param umask the mode bits that its new files do not get, octal digits like {@code 027}; "" for
 *     the host's
 * @param limitNofile the maximum number of open files of each of its processes; 0 for the host's
 *     limit
 */
public record ServerLimits(
    long memoryRestartBytes, int cpuQuota, long tasksMax, String umask, long limitNofile) {

  /** The absence of limits. */
  public static final ServerLimits NONE = new ServerLimits(0, 0, 0, "", 0);

  /**
   * Checks that no component is null. {@link Definitions} checks the values.
   *
   * @throws NullPointerException if a component is null
   */
  public ServerLimits {
    Objects.requireNonNull(umask);
  }
}
