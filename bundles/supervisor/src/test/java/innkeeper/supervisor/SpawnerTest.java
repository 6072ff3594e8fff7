package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpawnerTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();
  private Host host;

  @BeforeEach
  void start() throws Exception {
    host = Host.start(data, store);
  }

  @AfterEach
  void close() throws Exception {
    host.close();
  }

  @Test
  void aKilledSpawnerIsReplacedAndItsProcessesLiveOn() throws Exception {
    host.apply(sleeper("c1"), sleeper("c2"));
    ProjectStatus before = host.start("c1");
    Identity spawner = spawner().orElseThrow();

    Signals.kill(spawner);
    Host.until(() -> !Proc.alive(spawner));

    assertEquals(ProjectState.RUNNING, host.start("c2").state());
    assertNotEquals(spawner, spawner().orElseThrow());
    assertEquals(before.server().pid(), host.status("c1").server().pid());
    assertTrue(Host.alive(wrapper(before)));
    assertEquals(OptionalInt.of(143), host.stop("c1").lastExit().orElseThrow().code());
  }

  @Test
  void aKillOfTheSpawnerFailsNoStart() throws Exception {
    List<String> ids = java.util.stream.IntStream.range(0, 30).mapToObj(i -> "c" + i).toList();
    ids.forEach(id -> host.apply(sleeper(id)));
    List<? extends Future<ProjectStatus>> starts =
        ids.stream().map(id -> host.supervisor.start(id, Host.ME).settled()).toList();
    Host.until(() -> ids.stream().anyMatch(id -> host.status(id).server().pid().isPresent()));
    spawner().ifPresent(Signals::kill);
    for (Future<ProjectStatus> one : starts) {
      ProjectStatus now = one.get(30, TimeUnit.SECONDS);
      assertEquals(ProjectState.RUNNING, now.state(), now.reason());
      assertEquals(0, now.restarts().count(), now.reason());
    }
    assertEquals(30, ids.stream().map(id -> host.status(id).server().pid()).distinct().count());
  }

  @Test
  void aSpawnerThatDoesNotAnswerIsReplaced() throws Exception {
    host.apply(sleeper("c1"));
    host.start("c1");
    Identity spawner = spawner().orElseThrow();
    new ProcessBuilder("kill", "-STOP", "" + spawner.pid()).start().waitFor();
    host.apply(sleeper("c2"));
    assertEquals(ProjectState.RUNNING, host.start("c2").state());
    Host.until(() -> !Proc.alive(spawner));
  }

  @Test
  void aSpawnerSurvivesTheSignalsOfATerminal() throws Exception {
    host.apply(sleeper("c1"), sleeper("c2"));
    host.start("c1");
    Identity spawner = spawner().orElseThrow();
    for (String signal : List.of("-INT", "-QUIT", "-HUP", "-TERM", "-USR1", "-TSTP")) {
      new ProcessBuilder("kill", signal, "" + spawner.pid()).start().waitFor();
    }
    assertEquals(ProjectState.RUNNING, host.start("c2").state());
    assertEquals(spawner, spawner().orElseThrow());
  }

  @Test
  void aWrapperIsNotOurChildAndLeavesNoZombie() throws Exception {
    host.apply(sleeper("c1"));
    long wrapper = wrapper(host.start("c1"));
    long parent = Proc.stat(wrapper).orElseThrow().parent();
    assertNotEquals(ProcessHandle.current().pid(), parent);
    assertNotEquals(spawner().orElseThrow().pid(), parent);
    host.stop("c1");
    assertTrue(
        ProcessHandle.of(spawner().orElseThrow().pid())
            .orElseThrow()
            .children()
            .findAny()
            .isEmpty());
  }

  @Test
  void eachValueReachesTheServerUnchanged() throws Exception {
    StringBuilder all = new StringBuilder();
    for (char c = 1; c < 0x180; c++) {
      all.append(c);
    }
    String value = all + "''\\'\n\n$(touch x)`touch x`\"🏨 \n";
    Map<String, String> env = Map.of("A", value, "B", "", "UID", "7", "IFS", "/");
    Path seen = data.resolve("seen");
    host.apply(
        Host.define(
            "c1",
            Map.of("env", env),
            "/bin/sh",
            "-c",
            "printf '%s' \"$A\" >"
                + seen
                + ".a; printf '%s' \"$1\" >"
                + seen
                + ".1; echo \"$#\" >"
                + seen
                + "; exec sleep 100",
            "sh",
            value,
            ""));
    assertEquals(2, Host.number(seen));
    assertEquals(value, Files.readString(Path.of(seen + ".a")));
    assertEquals(value, Files.readString(Path.of(seen + ".1")));
  }

  @Test
  void aWrapperThatIsKilledIsNoticed() throws Exception {
    host.apply(sleeper("c1"));
    Signals.kill(Proc.stat(wrapper(host.start("c1"))).orElseThrow().identity());
    host.await("c1", s -> s.reason().contains("wrapper was killed"));
    assertEquals(ProjectState.RUNNING, host.status("c1").state());
  }

  private static innkeeper.api.project.ProjectDefinition sleeper(String id) {
    return Host.define(id, Map.of("autostart", false), "/bin/sleep", "100");
  }

  private static long wrapper(ProjectStatus status) {
    return Proc.stat(status.server().pid().orElseThrow()).orElseThrow().parent();
  }

  /** This JVM's child that makes processes. */
  private static Optional<Identity> spawner() {
    return ProcessHandle.current()
        .children()
        .filter(
            child ->
                child
                    .info()
                    .arguments()
                    .filter(words -> List.of(words).contains("innkeeper-spawner"))
                    .isPresent())
        .map(child -> Proc.stat(child.pid()))
        .flatMap(Optional::stream)
        .filter(s -> !s.dead())
        .map(Stat::identity)
        .findFirst();
  }
}
