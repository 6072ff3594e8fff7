package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.spawn.ControllerPlace.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one cgroup for each server that has a limit: of version 2, or one in each hierarchy of
 * version 1. A group is made before its server and removed after it. It outlives the host, because
 * the next host adopts the server in it. Safe for many threads, one per name.
 *
 * <p>In version 2, the host first moves itself into the leaf innkeeper-host, because a group with
 * processes cannot be divided. A host in another cgroup than the last one (version 1, by hand) does
 * not find the groups of adopted servers: they stay until a boot, and a kill for memory is not
 * reported. Enforcement was tested on version 1; on version 2, only the written files were tested.
 */
public final class ControlGroups {

  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);

  private static final int CPU_PERIOD_MICROS = 100_000;

  private final Map<Controller, ControllerPlace> places;
  private final String prefix;

  /** The servers that have a group, each with the number of kills in it at its start. */
  private final Map<String, Long> known = new ConcurrentHashMap<>();

  private ControlGroups(Map<Controller, ControllerPlace> places, String prefix) {
    this.places = places;
    this.prefix = prefix;
    Set<Path> parents = new LinkedHashSet<>();
    places.values().forEach(place -> parents.add(place.own()));
    for (Path parent : parents) {
      String[] names = parent.toFile().list();
      for (String name : names == null ? new String[0] : names) {
        if (name.startsWith(prefix)) {
          known.put(name.substring(prefix.length()), 0L);
        }
      }
    }
  }

  /**
   * Reads this process's own groups under the usual mount point.
   *
   * @param dataDir distinguishes the groups of two hosts
   */
  public static ControlGroups detect(Path dataDir) {
    return detect(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"), dataDir);
  }

  /**
   * @param membership as /proc/PID/cgroup: {@code 0::/PATH}, and where version 1 is mounted {@code
   *     N:memory:/PATH}
   */
  public static ControlGroups detect(Path mount, Path membership, Path dataDir) {
    Map<Controller, ControllerPlace> places = new EnumMap<>(Controller.class);
    for (Controller controller : Controller.values()) {
      places.put(controller, ControllerPlace.of(controller, mount, membership));
    }
    String host = Integer.toHexString(dataDir.toAbsolutePath().toString().hashCode());
    return new ControlGroups(places, "innkeeper-" + host + "-");
  }

  /** The limit that a definition sets for one controller, with the name of its member. */
  private record Wanted(String member, long value) {}

  private static Map<Controller, Wanted> wanted(ProjectDefinition d) {
    Map<Controller, Wanted> wanted = new EnumMap<>(Controller.class);
    if (d.memoryMaxBytes() > 0) {
      wanted.put(Controller.MEMORY, new Wanted("memoryMaxBytes", d.memoryMaxBytes()));
    }
    if (d.limits().cpuQuota() > 0) {
      wanted.put(Controller.CPU, new Wanted("cpuQuota", d.limits().cpuQuota()));
    }
    if (d.limits().tasksMax() > 0) {
      wanted.put(Controller.PIDS, new Wanted("tasksMax", d.limits().tasksMax()));
    }
    return wanted;
  }

  /** Returns the limits that cannot be kept, one sentence each; empty if all can. */
  List<String> lacking(ProjectDefinition d) {
    List<String> lacking = new ArrayList<>();
    wanted(d)
        .forEach(
            (controller, limit) -> {
              String why = places.get(controller).lacking();
              if (!why.isEmpty()) {
                lacking.add(
                    limit.member()
                        + " is "
                        + limit.value()
                        + ", which cannot be enforced here: "
                        + why
                        + "; leave it out");
              }
            });
    return lacking;
  }

  /**
   * Returns the groups that the server of a definition must join; they may not exist yet.
   *
   * @return one path a line; "" for a server without such limits
   */
  String of(ProjectDefinition d) {
    return String.join(
        "\n", limits(d.name(), wanted(d)).keySet().stream().map(Path::toString).toList());
  }

  /**
   * Makes the groups that {@link #of} names, with their limits. Called just before the server
   * starts.
   */
  void make(ProjectDefinition d) throws IOException {
    Map<Controller, Wanted> wanted = wanted(d);
    if (wanted.isEmpty()) {
      return;
    }
    for (Controller controller : wanted.keySet()) {
      places.get(controller).divide(wanted.keySet());
    }
    for (Map.Entry<Path, Map<Controller, Long>> group : limits(d.name(), wanted).entrySet()) {
      if (!Files.isDirectory(group.getKey())) {
        Files.createDirectory(group.getKey());
      }
      for (Map.Entry<Controller, Long> limit : group.getValue().entrySet()) {
        limit(group.getKey(), limit.getKey(), limit.getValue());
      }
    }
    known.put(d.name(), kills(d.name()));
  }

  private Map<Path, Map<Controller, Long>> limits(String name, Map<Controller, Wanted> wanted) {
    Map<Path, Map<Controller, Long>> groups = new LinkedHashMap<>();
    wanted.forEach(
        (controller, limit) ->
            groups
                .computeIfAbsent(
                    places.get(controller).own().resolve(prefix + name),
                    path -> new LinkedHashMap<>())
                .put(controller, limit.value()));
    return groups;
  }

  private void limit(Path group, Controller controller, long value) throws IOException {
    boolean second = places.get(controller).second();
    switch (controller) {
      case MEMORY -> {
        write(group, second ? "memory.max" : "memory.limit_in_bytes", Long.toString(value));
        if (second) {
          // The kernel then kills the server as a whole, not a random process of it.
          write(group, "memory.oom.group", "1");
        }
      }
      case CPU -> {
        long micros = value * CPU_PERIOD_MICROS / 100;
        if (second) {
          write(group, "cpu.max", micros + " " + CPU_PERIOD_MICROS);
        } else {
          write(group, "cpu.cfs_period_us", Integer.toString(CPU_PERIOD_MICROS));
          write(group, "cpu.cfs_quota_us", Long.toString(micros));
        }
      }
      case PIDS -> write(group, "pids.max", Long.toString(value));
    }
  }

  private static void write(Path group, String file, String value) throws IOException {
    Files.writeString(group.resolve(file), value);
  }

  /** Returns how many times the kernel has killed in that server's group for lack of memory. */
  private long kills(String name) {
    ControllerPlace memory = places.get(Controller.MEMORY);
    String file = memory.second() ? "memory.events" : "memory.oom_control";
    Path group = memory.own().resolve(prefix + name);
    try {
      return Proc.field(group.resolve(file), "oom_kill ").map(Long::parseLong).orElse(0L);
    } catch (NoSuchFileException e) {
      // This server has no memory limit.
    } catch (IOException | NumberFormatException e) {
      LOG.debug("kills not read group={} error={}", group, e.getMessage());
    }
    return 0;
  }

  /**
   * Removes the groups of a server that has ended.
   *
   * @return whether the kernel killed in one for lack of memory
   */
  public boolean release(String name) {
    Long before = known.get(name);
    boolean killed = before != null && kills(name) > before;
    if (before != null) {
      remove(name);
    }
    return killed;
  }

  private void remove(String name) {
    boolean gone = true;
    for (ControllerPlace place : places.values()) {
      gone &= removed(place.own().resolve(prefix + name));
    }
    if (gone) {
      known.remove(name);
    }
  }

  private static boolean removed(Path group) {
    try {
      Files.deleteIfExists(group);
      return true;
    } catch (IOException e) {
      LOG.debug("group is in use, left group={} error={}", group, e.getMessage());
      return false;
    }
  }

  /** Removes the empty groups of servers that no project has any more. */
  public void sweep(Collection<String> names) {
    for (String name : List.copyOf(known.keySet())) {
      if (!names.contains(name)) {
        remove(name);
      }
    }
  }
}
