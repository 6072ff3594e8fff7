package innkeeper.supervisor.spawn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The place where this host may make groups for one controller.
 *
 * @param own the host's own group, below which the others are made
 * @param second whether it is a group of version 2
 * @param lacking why no limit of this controller can be enforced; "" if it can
 */
record ControllerPlace(Path own, boolean second, String lacking) {

  /** The leaf group of the host itself, once its group is divided. */
  static final String HOST = "innkeeper-host";

  /** A controller, which divides one resource among groups. */
  enum Controller {
    MEMORY,
    CPU,
    PIDS;

    /** Returns the kernel's name of the controller. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param mount where cgroups are mounted
   * @param membership as /proc/PID/cgroup
   */
  static ControllerPlace of(Controller controller, Path mount, Path membership) {
    try {
      ControllerPlace unified = null;
      for (String line : Files.readAllLines(membership)) {
        String[] fields = line.split(":", 3);
        if (fields.length < 3) {
          continue;
        }
        if (Arrays.asList(fields[1].split(",")).contains(controller.word())) {
          Path group = below(mount.resolve(controller.word()), fields[2]);
          String why = Files.isWritable(group) ? "" : group + " cannot be divided by this user";
          return new ControllerPlace(group, false, why);
        }
        if (line.startsWith("0::")) {
          Path group = below(mount, fields[2]);
          unified = new ControllerPlace(group, true, lacking(group, controller));
        }
      }
      return unified != null
          ? unified
          : new ControllerPlace(mount, true, "this process is in no cgroup");
    } catch (IOException e) {
      return new ControllerPlace(mount, true, "cgroups cannot be read: " + e.getMessage());
    }
  }

  private static Path below(Path mount, String path) {
    Path own = mount.resolve(path.replaceFirst("^/+", ""));
    // An earlier host has divided the group already, and this process was started in its leaf.
    return own.endsWith(HOST) ? own.getParent() : own;
  }

  private static String lacking(Path own, Controller controller) throws IOException {
    Path controllers = own.resolve("cgroup.controllers");
    if (!Files.exists(controllers)) {
      return own + " is not a cgroup v2 group";
    }
    if (!words(controllers).contains(controller.word())) {
      return own + " has no " + controller.word() + " controller (systemd: Delegate=yes)";
    }
    if (!Files.isWritable(own) || !Files.isWritable(own.resolve("cgroup.subtree_control"))) {
      return own + " is not delegated to this user (systemd: Delegate=yes)";
    }
    return "";
  }

  private static List<String> words(Path file) throws IOException {
    return Arrays.asList(Files.readString(file).strip().split(" "));
  }

  /**
   * Enables these controllers for the groups below. In version 2, a group that has processes cannot
   * do so: our processes move into one of its leaves first.
   */
  void divide(Collection<Controller> controllers) throws IOException {
    if (!second) {
      return;
    }
    // The lock guards the group, so that two starts at the same time divide it once.
    synchronized (ControllerPlace.class) {
      Path control = own.resolve("cgroup.subtree_control");
      List<String> there = words(control);
      List<String> missing =
          controllers.stream().map(Controller::word).filter(c -> !there.contains(c)).toList();
      if (missing.isEmpty()) {
        return;
      }
      Path host = own.resolve(HOST);
      if (!Files.isDirectory(host)) {
        Files.createDirectory(host);
      }
      for (String pid : Files.readAllLines(own.resolve("cgroup.procs"))) {
        Files.writeString(host.resolve("cgroup.procs"), pid);
      }
      for (String controller : missing) {
        Files.writeString(control, "+" + controller);
      }
    }
  }
}
