package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against folders that look like cgroups; LimitsTest has the kernel's own. */
class ControlGroupsTest {

  @TempDir Path folder;
  private Path mount;
  private Path own;

  @BeforeEach
  void folders() throws IOException {
    mount = Files.createDirectories(folder.resolve("cgroup"));
    own = Files.createDirectories(mount.resolve("inn.service"));
  }

  private void second(String controllers) throws IOException {
    Files.writeString(own.resolve("cgroup.controllers"), controllers + "\n");
    Files.createFile(own.resolve("cgroup.subtree_control"));
    Files.writeString(own.resolve("cgroup.procs"), "4711\n");
  }

  private ControlGroups detect(String... membership) throws IOException {
    Path file = Files.write(folder.resolve("membership"), List.of(membership));
    return ControlGroups.detect(mount, file, folder);
  }

  private static String made(ControlGroups groups, ProjectDefinition d) throws IOException {
    groups.make(d);
    return groups.of(d);
  }

  private static ProjectDefinition web(Map<String, Object> more) {
    Map<String, Object> map = new HashMap<>(more);
    map.put("channelId", "web");
    map.put("command", List.of("true"));
    return Definitions.fromMap(map, Path.of("/tmp"));
  }

  @Test
  void inVersionTwoTheHostMovesIntoALeafAndTheServerGetsOneGroupWithItsLimits() throws Exception {
    second("cpu memory pids");
    ControlGroups groups = detect("0::/inn.service");
    ProjectDefinition d = web(Map.of("memoryMaxBytes", 1 << 20, "cpuQuota", 50, "tasksMax", 7));
    assertEquals(List.of(), groups.lacking(d));
    Path group = Path.of(groups.of(d));
    assertEquals(own, group.getParent());
    assertFalse(Files.exists(group), "a wrapper that waits knows it, and has none yet");
    groups.make(d);
    assertEquals("1048576", Files.readString(group.resolve("memory.max")));
    assertEquals("1", Files.readString(group.resolve("memory.oom.group")));
    assertEquals("50000 100000", Files.readString(group.resolve("cpu.max")));
    assertEquals("7", Files.readString(group.resolve("pids.max")));
    assertEquals("4711", Files.readString(own.resolve("innkeeper-host/cgroup.procs")));
    assertTrue(
        Set.of("+memory", "+cpu", "+pids")
            .contains(Files.readString(own.resolve("cgroup.subtree_control"))));
  }

  @Test
  void inVersionOneTheServerGetsAGroupInTheHierarchyOfEachLimit() throws Exception {
    for (String controller : List.of("memory", "cpu", "pids")) {
      Files.createDirectories(mount.resolve(controller + "/box"));
    }
    ControlGroups groups = detect("4:memory:/box", "3:cpu,cpuacct:/box", "2:pids:/box", "0::/");
    String[] joined =
        made(groups, web(Map.of("memoryMaxBytes", 1 << 20, "cpuQuota", 150, "tasksMax", 7)))
            .split("\n");
    assertEquals(3, joined.length);
    assertEquals("1048576", Files.readString(Path.of(joined[0], "memory.limit_in_bytes")));
    assertEquals("150000", Files.readString(Path.of(joined[1], "cpu.cfs_quota_us")));
    assertEquals("7", Files.readString(Path.of(joined[2], "pids.max")));
    assertTrue(joined[1].startsWith(mount.resolve("cpu/box").toString()), joined[1]);
  }

  @Test
  void aServerWithoutSuchLimitsGetsNoGroup() throws Exception {
    second("cpu memory pids");
    ControlGroups groups = detect("0::/inn.service");
    assertEquals("", made(groups, web(Map.of("umask", "027", "memoryRestartBytes", 1 << 20))));
    assertFalse(Files.exists(own.resolve("innkeeper-host")));
    assertFalse(groups.release("web"));
  }

  @Test
  void aMissingControllerIsReportedWithTheLimitAndTheRemedy() throws Exception {
    second("memory pids");
    assertEquals(
        List.of(
            "cpuQuota is 50, which cannot be enforced here: "
                + own
                + " has no cpu controller (systemd: Delegate=yes); leave it out"),
        detect("0::/inn.service").lacking(web(Map.of("cpuQuota", 50, "tasksMax", 7))));
  }

  @Test
  void aKillByTheKernelIsReportedOnlyForTheServerOfThatGroup() throws Exception {
    second("memory");
    ControlGroups groups = detect("0::/inn.service");
    Path group = Path.of(made(groups, web(Map.of("memoryMaxBytes", 1 << 20))));
    Files.writeString(group.resolve("memory.events"), "low 0\noom 3\noom_kill 2\n");
    assertFalse(groups.release("other"));
    assertTrue(groups.release("web"));
    // A folder with files cannot be removed, so the same group is used again: only what is new.
    groups.make(web(Map.of("memoryMaxBytes", 1 << 20)));
    assertFalse(groups.release("web"));
  }

  @Test
  void theNextHostFindsTheGroupsOfItsServers() throws Exception {
    second("pids");
    Path group = Path.of(made(detect("0::/inn.service"), web(Map.of("tasksMax", 7))));
    Path foreign = Files.createDirectory(own.resolve("innkeeper-cafe-web"));
    Files.delete(group.resolve("pids.max"));
    // This time the host was born in the leaf that it had made.
    ControlGroups next = detect("0::/inn.service/innkeeper-host");
    next.sweep(Set.of("web"));
    assertTrue(Files.exists(group));
    next.sweep(Set.of());
    assertFalse(Files.exists(group), "no project has that name any more");
    assertTrue(Files.exists(foreign), "a group of another host");
  }

  @Test
  void moreFilesThanTheHostMayAllowAreRefused() throws Exception {
    Files.createDirectories(folder.resolve("self"));
    Files.writeString(folder.resolve("self/status"), "CapEff:\t0000000000000000\n");
    Files.writeString(
        folder.resolve("self/limits"), "Max open files            1024                 4096\n");
    KeptLimits limits = new KeptLimits(detect("0::/inn.service"), folder);
    assertEquals(List.of(), limits.notKept(web(Map.of("limitNofile", 4096))));
    List<String> refused = limits.notKept(web(Map.of("limitNofile", 4097)));
    assertTrue(
        refused.get(0).startsWith("limitNofile is 4097, which cannot be enforced here: this host"),
        refused.toString());
    // Root may raise its limit.
    Files.writeString(folder.resolve("self/status"), "CapEff:\t000001ffffffffff\n");
    Files.createDirectories(folder.resolve("sys/fs"));
    Files.writeString(folder.resolve("sys/fs/nr_open"), "1048576\n");
    assertEquals(List.of(), limits.notKept(web(Map.of("limitNofile", 4097))));
    assertEquals(1, limits.notKept(web(Map.of("limitNofile", 1048577))).size());
  }
}
