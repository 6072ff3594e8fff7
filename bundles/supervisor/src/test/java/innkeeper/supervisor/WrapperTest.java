package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrapperTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private static long wrapper(ProjectStatus status) {
    return Proc.stat(status.server().pid().orElseThrow()).orElseThrow().parent();
  }

  @Test
  void aReusedWrapperStartsServersLikeItsFirstOne() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path seen = data.resolve("seen");
      host.apply(
          Host.sh(
              "c1",
              Map.of("autostart", false, "env", Map.of("A", "one two")),
              "{ env | sort; pwd; umask; echo \"$@\";"
                  + " grep -E '^Sig(Ign|Blk|Cgt)' /proc/self/status; ls /proc/$$/fd;"
                  + " [ \"$(ps -o sid= -p $$ | tr -d ' ')\" = $$ ] && echo leads; } >"
                  + seen
                  + ".new 2>&1; mv "
                  + seen
                  + ".new "
                  + seen
                  + "; exec sleep 100"));
      List<String> births = new ArrayList<>();
      List<Long> wrappers = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        wrappers.add(wrapper(host.start("c1")));
        Host.until(() -> Files.exists(seen));
        String mark = "INNKEEPER_SERVER=c1/" + i + "/";
        births.add(Files.readString(seen).replaceAll(mark + "\\d+", "mark"));
        Files.delete(seen);
        host.stop("c1");
      }
      assertTrue(births.get(0).contains("mark"), births.get(0));
      assertTrue(births.get(0).contains("leads"), births.get(0));
      assertTrue(births.get(0).contains("A=one two"), births.get(0));
      assertEquals(births.get(0), births.get(1));
      assertEquals(births.get(0), births.get(2));
      assertEquals(wrappers.get(0), wrappers.get(2), "one wrapper for all");
    }
  }

  @Test
  void aReusedWrapperReportsEveryExitCode() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("c1", Map.of("autostart", false, "restart", "never"), "sleep 0.1; exit 169"));
      for (int i = 0; i < 3; i++) {
        host.start("c1");
        ProjectStatus over = host.await("c1", ProjectState.EXITED);
        assertEquals(OptionalInt.of(169), over.lastExit().orElseThrow().code());
      }
      Host.until(() -> store.audit("project.exit").size() == 3);
    }
  }

  @Test
  void aKillOfAPreparedProcessIsNotAnEndAndTheNextStartWorks() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      long wrapper = wrapper(host.start("c1"));
      host.stop("c1");
      Host.until(() -> waiting(wrapper).isPresent());
      Signals.kill(waiting(wrapper).orElseThrow());
      Host.until(() -> Proc.stat(wrapper).orElseThrow().state() == 'T');
      Host.until(() -> store.audit("project.exit").size() == 1);
      assertEquals(ProjectState.RUNNING, host.start("c1").state());
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
    }
  }

  /** The child of that wrapper that has made its session and reads from the host. */
  private static java.util.Optional<Identity> waiting(long wrapper) {
    return ProcessHandle.of(wrapper)
        .orElseThrow()
        .children()
        .map(child -> Proc.stat(child.pid()))
        .flatMap(java.util.Optional::stream)
        .filter(s -> s.session() == s.identity().pid() && s.state() == 'S')
        .map(Stat::identity)
        .findFirst();
  }

  @Test
  void theExitCodeIsKnownOnAFullDisk() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "never"), exits42()));
      ProjectStatus runs = host.await("c1", s -> s.server().pid().isPresent());
      Host.number(data.resolve("ready"));
      fillDisk(wrapper(runs));
      assertEquals(OptionalInt.of(42), host.stop("c1").lastExit().orElseThrow().code());
      assertEquals(ProjectState.RUNNING, host.start("c1").state());
    }
  }

  @Test
  void theNextHostKnowsAnExitCodeFromAFullDisk() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("restart", "never"), exits42()));
    ProjectStatus runs = first.await("c1", s -> s.server().pid().isPresent());
    long wrapper = wrapper(runs);
    Host.number(data.resolve("ready"));
    fillDisk(wrapper);
    first.drop();
    new ProcessBuilder("kill", "-TERM", "" + runs.server().pid().getAsLong()).start().waitFor();
    Host.until(() -> Proc.stat(wrapper).orElseThrow().state() == 'T');
    try (Host second = Host.start(data, store)) {
      ProjectStatus over = second.await("c1", s -> s.lastExit().isPresent());
      assertEquals(OptionalInt.of(42), over.lastExit().orElseThrow().code());
      Host.until(() -> store.audit("project.exit").size() == 1);
    }
  }

  /** Says so when it is ready to be told to. */
  private String exits42() {
    Path ready = data.resolve("ready");
    return "trap 'exit 42' TERM; echo 1 >" + ready + "; while :; do sleep 0.02; done";
  }

  /** To this process: a file may be made, and nothing written into it. */
  private static void fillDisk(long pid) throws Exception {
    assertEquals(0, new ProcessBuilder("prlimit", "--pid=" + pid, "--fsize=0").start().waitFor());
  }
}
