package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.spawn.ControlGroups;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel does to a server that has limits. */
class LimitsTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private Host withGroups() throws Exception {
    return new Host(
        data,
        store,
        Optional.empty(),
        Map.of("PATH", "/usr/bin:/bin"),
        ControlGroups.detect(data),
        Clock.systemUTC());
  }

  /** Refused where this machine offers no such group; then there is nothing to be tested. */
  private static void apply(Host host, ProjectDefinition definition) {
    try {
      host.apply(definition);
    } catch (DefinitionException e) {
      System.err.println("SKIPPED: " + e.getMessage());
      Assumptions.abort("SKIPPED: " + e.getMessage());
    }
  }

  /** The group of that controller in which a process is. */
  private static Path group(long pid, String controller) throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"))) {
      String[] fields = line.split(":", 3);
      if (List.of(fields[1].split(",")).contains(controller)) {
        return Path.of("/sys/fs/cgroup", controller + fields[2]);
      }
    }
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"))) {
      if (line.startsWith("0::")) {
        return Path.of("/sys/fs/cgroup" + line.substring(3));
      }
    }
    throw new AssertionError("process " + pid + " is in no group");
  }

  private static long figure(Path file, String name) throws Exception {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name + " ")) {
        return Long.parseLong(line.substring(name.length() + 1));
      }
    }
    throw new AssertionError(name + " is not in " + file);
  }

  @Test
  void aServerAboveMemoryMaxEndsWithThatReason() throws Exception {
    try (Host host = withGroups()) {
      apply(
          host,
          Host.sh(
              "bounded",
              Map.of("restart", "never", "memoryMaxBytes", 40_000_000),
              "exec perl -e '$x = \"a\" x 300_000_000; sleep 100'"));
      ProjectStatus over = host.await("bounded", ProjectState.EXITED);
      assertEquals("KILL", over.lastExit().orElseThrow().signalInferred());
      assertTrue(over.reason().contains("memoryMaxBytes of 40000000"), over.reason());
      Host.until(() -> !store.audit("project.memory-kill").isEmpty());
    }
  }

  @Test
  void aServerGetsNoMoreThanItsShareOfTheProcessor() throws Exception {
    try (Host host = withGroups()) {
      apply(host, Host.sh("busy", Map.of("cpuQuota", 10), "while :; do :; done"));
      long pid = host.await("busy", ProjectState.RUNNING).server().pid().orElseThrow();
      Path group = group(pid, "cpu");
      Host.until(() -> figure(group.resolve("cpu.stat"), "nr_throttled") > 5);
      Path second = group.resolve("cpu.max");
      String quota =
          Files.exists(second)
              ? Files.readString(second)
              : Files.readString(group.resolve("cpu.cfs_quota_us")).strip()
                  + " "
                  + Files.readString(group.resolve("cpu.cfs_period_us"));
      String[] micros = quota.strip().split(" ");
      assertEquals(10, 100 * Long.parseLong(micros[0]) / Long.parseLong(micros[1]), quota);
    }
  }

  @Test
  void aServerCannotHaveMoreProcessesThanTasksMax() throws Exception {
    Path counted = data.resolve("counted");
    try (Host host = withGroups()) {
      apply(
          host,
          Host.sh(
              "forks",
              Map.of("tasksMax", 5, "restart", "never"),
              "perl -e 'for (1..20) { my $p = fork; last if !defined $p; if (!$p) { sleep 100; exit }"
                  + " $n++ } open F, \">"
                  + counted
                  + "\"; print F \"$n\\n\"'; exec sleep 100"));
      // The sh and perl itself are two of the five.
      assertEquals(3, Host.number(counted));
    }
  }

  @Test
  void aServerHasItsUmaskAndItsLimitOfFiles() throws Exception {
    Path told = data.resolve("told");
    try (Host host = Host.start(data, store)) {
      String script = "echo $(umask) $(ulimit -Sn) $(ulimit -Hn) >" + told + "; exec sleep 100";
      apply(host, Host.sh("c1", Map.of("umask", "027", "limitNofile", 64, "nice", 1), script));
      host.await("c1", ProjectState.RUNNING);
      Host.until(() -> Files.exists(told) && Files.readString(told).endsWith("\n"));
      assertEquals("0027 64 64", Files.readString(told).strip());
      assertEquals("rw-r-----", permissions(told));
      // The next server of the same wrapper, too.
      Files.delete(told);
      host.get(host.supervisor.restart("c1", Host.ME));
      Host.until(() -> Files.exists(told) && Files.readString(told).endsWith("\n"));
      assertEquals("0027 64 64", Files.readString(told).strip());
    }
  }

  private static String permissions(Path file) throws Exception {
    return java.nio.file.attribute.PosixFilePermissions.toString(
        Files.getPosixFilePermissions(file));
  }

  @Test
  void aGroupOutlivesTheHostAndIsRemovedAfterItsServer() throws Exception {
    Path group;
    Host first = withGroups();
    try {
      apply(first, Host.sh("c1", Map.of("tasksMax", 10), "exec sleep 100"));
      long pid = first.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      group = group(pid, "pids");
      assertTrue(group.getFileName().toString().endsWith("-c1"), group.toString());
      assertEquals("10", Files.readString(group.resolve("pids.max")).strip());
    } finally {
      first.drop();
    }
    assertTrue(Files.exists(group));
    try (Host second = withGroups()) {
      ProjectStatus adopted = second.await("c1", ProjectState.RUNNING);
      assertTrue(adopted.server().adopted());
      assertTrue(Files.exists(group), "a server is in it");
      // A definition without the limit: its group goes with the server that had it.
      second.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      ProjectStatus now =
          second.await("c1", s -> s.server().pid().isPresent() && !s.server().adopted());
      assertNotEquals(group, group(now.server().pid().getAsLong(), "pids"));
      Host.until(() -> !Files.exists(group));
    }
  }

  @Test
  void aDefinitionWhoseLimitCannotBeKeptIsRefusedAndSaysWhy() throws Exception {
    try (Host host = Host.start(data, store)) {
      for (String member : List.of("memoryMaxBytes", "tasksMax", "cpuQuota")) {
        DefinitionException refused =
            assertThrows(
                DefinitionException.class,
                () -> host.apply(Host.sh("c1", Map.of(member, 1_048_576), "exit 0")),
                member);
        String why = refused.getMessage();
        assertTrue(
            why.startsWith("c1: " + member + " is 1048576, which cannot be enforced here: "), why);
      }
      assertTrue(store.projects().isEmpty());
    }
  }

  @Test
  void aLimitThatTheMachineKeepsNoLongerMakesTheProjectFatalAtOnce() throws Exception {
    store.put(Host.sh("c1", Map.of("tasksMax", 10), "exec sleep 100"), Desired.RUNNING);
    try (Host host = Host.start(data, store)) {
      ProjectStatus fatal = host.await("c1", ProjectState.FATAL);
      assertTrue(
          fatal.reason().startsWith("tasksMax is 10, which cannot be enforced here: "),
          fatal.reason());
      assertEquals(0, fatal.restarts().count());
    }
  }

  @Test
  void aServerAboveMemoryRestartIsRestartedWithThatReason() throws Exception {
    Path ended = data.resolve("ended");
    String script =
        "$SIG{TERM} = sub { open F, '>>', '"
            + ended
            + "'; print F \"told\\n\"; exit 0 }; $x = 'a' x 60_000_000 unless -e '"
            + ended
            + "'; sleep 1 while 1";
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.define("leak", Map.of("memoryRestartBytes", 40_000_000), "perl", "-e", script));
      long first = host.await("leak", ProjectState.RUNNING).server().incarnation();
      ProjectStatus next =
          host.await(
              "leak", s -> s.server().incarnation() > first && s.state() == ProjectState.RUNNING);
      assertEquals(1, next.restarts().count());
      assertEquals("told\n", Files.readString(ended));
      String why = String.join("\n", host.supervisor.why("leak").evidence());
      assertTrue(why.contains("last restarted by policy because: "), why);
      AuditDraft audit = store.audit("project.memory-restart").get(0);
      assertTrue(audit.detail().contains("more than memoryRestartBytes"), audit.detail());
      assertFalse(
          host.seen.stream().noneMatch(s -> s.reason().contains("more than memoryRestartBytes")));
    }
  }
}
