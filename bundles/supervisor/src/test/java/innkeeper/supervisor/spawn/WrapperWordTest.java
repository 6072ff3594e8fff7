package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.run.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WrapperWordTest {

  @TempDir Path data;
  private RunFiles run;
  private Launcher launcher;
  private ProjectDefinition definition;

  @BeforeEach
  void start() throws Exception {
    run = new RunFiles(data.resolve("run"));
    ControlGroups none =
        ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data);
    launcher = new Launcher(run, Clock.systemUTC(), Map.of("PATH", "/usr/bin:/bin"), none);
    definition =
        Definitions.fromMap(
            Map.of(
                "channelId",
                "c1",
                "command",
                List.of("/bin/sh", "-c", "echo 1 >" + data.resolve("ran"))),
            data);
  }

  @AfterEach
  void close() {
    launcher.close();
  }

  @Test
  void aWrapperWithoutAGoCommandStartsNothing() throws Exception {
    Wrapper silent = launcher.wrapper(launcher.make(definition));
    assertTrue(silent.waits());
    silent.noMore();
    ended(silent);
    assertFalse(run.serverBegun("c1"));
    assertFalse(Files.exists(data.resolve("ran")));
  }

  @Test
  void aGoCommandReachesOneWrapperOnly() throws Exception {
    Wrapper silent = launcher.wrapper(launcher.make(definition));
    Wrapper other = launcher.wrapper(launcher.make(definition));
    assertNotEquals(silent.identity(), other.identity());
    launcher.go(other, definition, 1);
    while (!Files.exists(data.resolve("ran"))) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    assertTrue(silent.waits());
    silent.noMore();
    ended(silent);
    other.kill();
  }

  @Test
  void aGoCommandForADeadWrapperFails() throws Exception {
    Wrapper killed = launcher.wrapper(launcher.make(definition));
    innkeeper.supervisor.process.Signals.kill(killed.identity());
    ended(killed);
    assertThrows(SpawnException.class, () -> launcher.go(killed, definition, 1));
  }

  @Test
  void theFifoOfAGoCommandIsDeleted() throws Exception {
    Wrapper wrapper = launcher.wrapper(launcher.make(definition));
    assertEquals(0, words());
    wrapper.kill();
  }

  private long words() throws Exception {
    try (var files = Files.list(run.dir().resolve(".words"))) {
      return files.count();
    }
  }

  private static void ended(Wrapper wrapper) throws Exception {
    while (Proc.alive(wrapper.identity())) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }
}
