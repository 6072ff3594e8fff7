package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The container file, built and run by a Docker engine of the test's own, without a registry. */
@Tag("nightly")
class ContainerImageIT {

  private static final String ENGINE = Path.of("bench/engine").toAbsolutePath().toString();
  private static final long SECONDS = 300;

  private Path scratch;

  @BeforeEach
  void startEngine() throws Exception {
    scratch = Files.createTempDirectory(Path.of("/tmp"), "inn");
    Programs.Said usable = Programs.run(scratch, Map.of(), List.of(ENGINE, "usable"));
    if (usable.status() != 0) {
      System.err.println("SKIPPED: no Docker engine can be started here: " + usable.out());
    }
    Assumptions.assumeTrue(usable.status() == 0, "SKIPPED: no Docker engine: " + usable.out());
    engine("start", "e").ok();
  }

  @AfterEach
  void endEngine() throws Exception {
    engine("stop", "e");
    HostProcess.remove(scratch);
  }

  private Programs.Said engine(String word, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(ENGINE, word));
    command.add(scratch.resolve("e").toString());
    command.addAll(
        List.of(more).subList(more.length > 0 && more[0].equals("e") ? 1 : 0, more.length));
    return Programs.run(scratch, Map.of(), command, SECONDS);
  }

  private Programs.Said docker(String... words) throws Exception {
    return engine("docker", words);
  }

  @Test
  void anImageRunsProjectsPrintsThemCleanAndIsReachedByExec() throws Exception {
    engine("image", "e", "jdk").ok();
    docker(
            "build",
            "-q",
            "--network",
            "none",
            "--build-arg",
            "BASE=jdk",
            "-t",
            "innkeeper:test",
            "-f",
            HostProcess.HOME.resolve("container/Containerfile").toString(),
            HostProcess.HOME.toString())
        .ok();
    Path file =
        Files.writeString(
            scratch.resolve("projects.json"),
            "[{\"channelId\": \"api\", \"restart\": \"never\", \"command\": [\"/bin/sh\", \"-c\","
                + " \"echo password=hunter22xyz; trap 'exit 3' USR1; (sleep 0.1 &);"
                + " while :; do sleep 0.1; done\"]}]");
    docker(
            "run",
            "-d",
            "--name",
            "one",
            "--network",
            "none",
            "-v",
            file + ":/srv/projects.json:ro",
            "innkeeper:test",
            "run",
            "--project",
            "/srv/projects.json",
            "--stdout",
            "--exit-with",
            "api")
        .ok();
    HostProcess.await(
        "it is ready",
        () -> said("exec", "one", "innkeeper", "health", "--level", "ready").equals("ready\n"));
    HostProcess.await("its line is printed", () -> said("logs", "one").contains("password="));
    String printed = said("logs", "one");
    assertTrue(printed.contains("password=[REDACTED]\n"), printed);
    assertFalse(printed.contains("hunter22"), printed);

    HostProcess.await("its server runs", () -> statusFromAfar().contains("RUNNING"));
    // The shells that it left are nobody's zombies.
    assertFalse(said("exec", "one", "ps", "-o", "stat").contains("Z"));

    docker("kill", "-s", "USR1", "one").ok();
    assertEquals("3\n", docker("wait", "one").ok().out());
  }

  private String statusFromAfar() {
    Map<String, String> environment =
        Map.of(
            "DOCKER_HOST", "unix://" + scratch.resolve("e/docker.sock"),
            "HOME", scratch.toString(),
            "PATH", "/usr/bin:" + System.getenv("PATH"));
    String command = HostProcess.HOME.resolve("bin/innkeeper").toString();
    try {
      return Programs.run(
              scratch, environment, List.of(command, "--host", "docker://one", "status", "api"))
          .ok()
          .out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private String said(String... words) {
    try {
      return docker(words).out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
