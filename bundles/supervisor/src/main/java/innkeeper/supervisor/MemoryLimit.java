package innkeeper.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Bounds memory by cgroup v2, for what an address-space limit would mean to a JVM or to Node is not
 * what the operator meant. Needs a group of our own that may be divided (systemd: {@code
 * Delegate=yes}); where there is none, a definition that asks for it is refused.
 */
final class MemoryLimit {

  private final Path own;
  private final String lacking;

  private MemoryLimit(Path own, String lacking) {
    this.own = own;
    this.lacking = lacking;
  }

  /** Looks at this process's own group under the usual mount point. */
  static MemoryLimit detect() {
    return detect(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"));
  }

  static MemoryLimit detect(Path mount, Path membership) {
    try {
      for (String line : Files.readAllLines(membership)) {
        if (line.startsWith("0::")) {
          Path own = mount.resolve(line.substring(3).replaceFirst("^/+", ""));
          // An earlier host of ours has divided the group already, and we were born in its leaf.
          own = own.endsWith("innkeeper-host") ? own.getParent() : own;
          return new MemoryLimit(own, lacking(own));
        }
      }
      return new MemoryLimit(mount, "this process is in no cgroup v2 group");
    } catch (IOException e) {
      return new MemoryLimit(mount, "cgroup v2 cannot be read: " + e.getMessage());
    }
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
  Optional<String> lacking() {
    return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking);
  }

  /** The group for that server, made and bounded. */
  String group(String name, long maxBytes) throws IOException {
    if (!lacking.isEmpty()) {
      throw new IOException("memoryMaxBytes cannot be enforced: " + lacking);
    }
    divide();
    Path group = own.resolve("innkeeper-" + name);
    if (!Files.isDirectory(group)) {
      Files.createDirectory(group);
    }
    Files.writeString(group.resolve("memory.max"), Long.toString(maxBytes));
    // The server as a whole ends, not one process of it at random.
    Files.writeString(group.resolve("memory.oom.group"), "1");
    return group.toString();
  }

  /** A group that has processes cannot hand controllers down: ours move into one of its leaves. */
  private synchronized void divide() throws IOException {
    Path control = own.resolve("cgroup.subtree_control");
    if (Arrays.asList(Files.readString(control).strip().split(" ")).contains("memory")) {
      return;
    }
    Path host = own.resolve("innkeeper-host");
    if (!Files.isDirectory(host)) {
      Files.createDirectory(host);
    }
    for (String pid : Files.readAllLines(own.resolve("cgroup.procs"))) {
      Files.writeString(host.resolve("cgroup.procs"), pid);
    }
    Files.writeString(control, "+memory");
  }
}
