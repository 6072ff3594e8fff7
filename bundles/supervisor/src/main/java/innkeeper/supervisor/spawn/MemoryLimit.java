package innkeeper.supervisor.spawn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds memory by cgroup, for what an address-space limit would mean to a JVM or to Node is not
 * what the operator meant. Needs a group of our own that may be divided: of version 2 (systemd:
 * {@code Delegate=yes}), or of version 1's memory controller. Where there is none, a definition
 * that asks for it is refused.
 */
public final class MemoryLimit {

  private static final Logger LOG = LoggerFactory.getLogger(MemoryLimit.class);
  private static final String HOST = "innkeeper-host";

  private final Path own;
  private final boolean second;
  private final String lacking;

  private MemoryLimit(Path own, boolean second, String lacking) {
    this.own = own;
    this.second = second;
    this.lacking = lacking;
  }

  /** Looks at this process's own groups under the usual mount point. */
  public static MemoryLimit detect() {
    return detect(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"));
  }

  /**
   * @param membership as /proc/PID/cgroup: {@code 0::/PATH}, and where version 1 is mounted {@code
   *     N:memory:/PATH}
   */
  public static MemoryLimit detect(Path mount, Path membership) {
    try {
      Path own = null;
      for (String line : Files.readAllLines(membership)) {
        String[] fields = line.split(":", 3);
        if (fields.length == 3 && Arrays.asList(fields[1].split(",")).contains("memory")) {
          Path group = below(mount.resolve("memory"), fields[2]);
          boolean writable = Files.isWritable(group);
          return new MemoryLimit(
              group, false, writable ? "" : group + " cannot be divided by this user");
        }
        if (line.startsWith("0::")) {
          own = below(mount, fields[2]);
        }
      }
      return own == null
          ? new MemoryLimit(mount, true, "this process is in no cgroup")
          : new MemoryLimit(own, true, lacking(own));
    } catch (IOException e) {
      return new MemoryLimit(mount, true, "cgroups cannot be read: " + e.getMessage());
    }
  }

  private static Path below(Path mount, String path) {
    Path own = mount.resolve(path.replaceFirst("^/+", ""));
    // An earlier host of ours has divided the group already, and we were born in its leaf.
    return own.endsWith(HOST) ? own.getParent() : own;
  }

  private static String lacking(Path own) throws IOException {
    Path controllers = own.resolve("cgroup.controllers");
    if (!Files.exists(controllers)) {
      return own + " is no cgroup v2 group";
    }
    if (!Arrays.asList(Files.readString(controllers).strip().split(" ")).contains("memory")) {
      return own + " has no memory controller";
    }
    if (!Files.isWritable(own) || !Files.isWritable(own.resolve("cgroup.subtree_control"))) {
      return own + " is not delegated to this user (systemd: Delegate=yes)";
    }
    return "";
  }

  /** What keeps a bound from being enforced; empty when nothing does. */
  public Optional<String> lacking() {
    return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking);
  }

  /** The group for that server, made and bounded. */
  public String group(String name, long maxBytes) throws IOException {
    if (!lacking.isEmpty()) {
      throw new IOException("memoryMaxBytes cannot be enforced: " + lacking);
    }
    if (second) {
      divide();
    }
    Path group = of(name);
    if (!Files.isDirectory(group)) {
      Files.createDirectory(group);
    }
    if (second) {
      Files.writeString(group.resolve("memory.max"), Long.toString(maxBytes));
      // The server as a whole ends, not one process of it at random.
      Files.writeString(group.resolve("memory.oom.group"), "1");
    } else {
      Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(maxBytes));
    }
    return group.toString();
  }

  private Path of(String name) {
    return own.resolve("innkeeper-" + name);
  }

  /**
   * That server has ended: its group goes.
   *
   * @return whether the kernel killed in it for want of memory
   */
  public boolean release(String name) {
    if (!lacking.isEmpty()) {
      return false;
    }
    Path group = of(name);
    boolean killed = false;
    try {
      for (String line :
          Files.readAllLines(group.resolve(second ? "memory.events" : "memory.oom_control"))) {
        killed |= line.startsWith("oom_kill ") && !line.endsWith(" 0");
      }
      Files.deleteIfExists(group);
    } catch (IOException e) {
      LOG.debug("memory group not removed group={} error={}", group, e.getMessage());
    }
    return killed;
  }

  /** A group that has processes cannot hand controllers down: ours move into one of its leaves. */
  private synchronized void divide() throws IOException {
    Path control = own.resolve("cgroup.subtree_control");
    if (Arrays.asList(Files.readString(control).strip().split(" ")).contains("memory")) {
      return;
    }
    Path host = own.resolve(HOST);
    if (!Files.isDirectory(host)) {
      Files.createDirectory(host);
    }
    for (String pid : Files.readAllLines(own.resolve("cgroup.procs"))) {
      Files.writeString(host.resolve("cgroup.procs"), pid);
    }
    Files.writeString(control, "+memory");
  }
}
