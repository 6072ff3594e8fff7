package innkeeper.host.health;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** Warns when the process can open hardly any more files. Each server needs three. */
public final class FilesCheck implements HealthCheck {

  /** The minimum of free descriptors; below it, a few connections use up the rest. */
  private static final long LEAST_FREE = 64;

  private final Supplier<OptionalLong> open;
  private final long most;

  public static FilesCheck ofThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? new FilesCheck(() -> count(unix), unix.getMaxFileDescriptorCount())
        : new FilesCheck(() -> OptionalLong.of(0), Long.MAX_VALUE);
  }

  /**
   * @param open the number of open files; empty if they cannot even be counted
   * @param most the limit of open files
   */
  FilesCheck(Supplier<OptionalLong> open, long most) {
    this.open = open;
    this.most = most;
  }

  private static OptionalLong count(UnixOperatingSystemMXBean unix) {
    try {
      long count = unix.getOpenFileDescriptorCount();
      return count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
    } catch (InternalError none) {
      // The JDK throws this when it cannot open the directory whose entries it counts.
      return OptionalLong.empty();
    }
  }

  @Override
  public Result execute() {
    OptionalLong now = open.get();
    if (now.isEmpty()) {
      return result(
          Result.Status.CRITICAL,
          "no file can be opened any more, no server started, no client accepted",
          most);
    }
    long free = most - now.getAsLong();
    return free >= LEAST_FREE
        ? result(Result.Status.OK, "There is room.", now.getAsLong())
        : result(
            Result.Status.WARN,
            "only " + free + " more files can be opened, sockets and servers included",
            now.getAsLong());
  }

  private Result result(Result.Status status, String sentence, long used) {
    return CheckResults.of(
        status,
        sentence,
        used + " open files",
        String.valueOf(most),
        "raise the limit (LimitNOFILE= in the unit, ulimit -Hn in a shell) and start the host again;"
            + " three for each server and 256 besides are enough");
  }
}
