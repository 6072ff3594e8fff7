package innkeeper.api.project;

import java.util.Objects;

/**
 * What a server may use, beside {@code nice} and {@code memoryMaxBytes}. Immutable.
 *
 * @param memoryRestartBytes a server whose processes together have more resident memory is
 *     restarted; 0 for never
 * @param cpuQuota percent of one core that its processes may use together; 200 is two cores; 0 for
 *     no limit
 * @param tasksMax how many processes and threads it may have; 0 for no limit
 * @param umask the mode bits that its new files do not get, octal digits as in {@code 027}; "" for
 *     the host's
 * @param limitNofile how many files each of its processes may have open; 0 for the host's limit
 */
public record ServerLimits(
    long memoryRestartBytes, int cpuQuota, long tasksMax, String umask, long limitNofile) {

  /** No limit of its own. */
  public static final ServerLimits NONE = new ServerLimits(0, 0, 0, "", 0);

  /**
   * Checks that no component is null. {@link Definitions} checks the values.
   *
   * @throws NullPointerException if one is
   */
  public ServerLimits {
    Objects.requireNonNull(umask);
  }

  /**
   * Whether a server started with other limits has to be restarted for these to apply.
   *
   * @param other the limits before
   * @return false if only {@code memoryRestartBytes} differs
   */
  public boolean needRestartAfter(ServerLimits other) {
    return cpuQuota != other.cpuQuota
        || tasksMax != other.tasksMax
        || limitNofile != other.limitNofile
        || !umask.equals(other.umask);
  }
}
