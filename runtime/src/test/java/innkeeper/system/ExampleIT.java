package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example as a third party meets it: out of the release, with its own build. */
class ExampleIT {

  @TempDir private Path dir;

  @Tag("nightly")
  @Test
  void theNotifierIsBuiltOutsideAndTellsOfAStart() throws Exception {
    int port = HostProcess.freePort();
    Path news = dir.resolve("news");
    Process receiver =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:-UsePerfData",
                HostProcess.HOME.resolve("examples/notifier/Receiver.java").toString(),
                String.valueOf(port))
            .redirectErrorStream(true)
            .redirectOutput(news.toFile())
            .start();
    try (HostProcess host = HostProcess.running()) {
      Path jar = build(host.scratch(), "notifier", "notifier");
      host.cli("install", jar.toString()).ok();
      Files.writeString(
          host.data().resolve("conf/example.notifier.config"),
          "url=\"http://127.0.0.1:" + port + "/news\"\n");
      host.cli("add", "watched", "--", "/bin/sleep", "600").ok();
      HostProcess.await(
          "the start is told",
          () -> {
            host.project("watched", "state");
            List<String> told = lines(news);
            if (told.size() < 2) {
              restart(host);
            }
            return told.contains("{\"channelId\":\"watched\",\"state\":\"RUNNING\"}");
          });
      host.cli("uninstall", "example.notifier").ok();
      assertFalse(host.get("/api/surfaces").body().contains("example.notifier"));
    } finally {
      receiver.destroy();
      receiver.waitFor();
    }
  }

  @Tag("nightly")
  @Test
  void aTroubleOfOneExampleIsTheAlarmOfAnother() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Path spool = Files.createDirectory(dir.resolve("spool"));
      Path alarms = dir.resolve("alarms.txt");
      Path conf = host.data().resolve("conf");
      Files.writeString(
          conf.resolve("example.spoolwatch.config"), "directory=\"" + spool + "\"\nmost=I\"1\"\n");
      Files.writeString(conf.resolve("example.alarmfile.config"), "path=\"" + alarms + "\"\n");
      Path file = build(host.scratch(), "alarm-file", "alarmfile");
      Path watch = build(host.scratch(), "spool-watch", "spoolwatch");
      host.cli("install", file.toString()).ok();
      host.cli("install", watch.toString()).ok();
      HostProcess.await("the channel is there", () -> alarm(host).contains("file"));
      host.cli("alarm", "test", "file").ok();
      Files.writeString(spool.resolve("one"), "");
      Files.writeString(spool.resolve("two"), "");
      HostProcess.await("it is told", () -> lines(alarms).size() == 2);
      assertTrue(
          lines(alarms)
              .get(1)
              .endsWith("\tspool-watch/too-many\t2 files wait in " + spool + "; at most 1 may"),
          lines(alarms).toString());
      assertTrue(host.cli("incidents").ok().out().contains("fault"));
      Files.delete(spool.resolve("two"));
      HostProcess.await("its end is told", () -> lines(alarms).size() == 3);
      assertTrue(lines(alarms).get(2).contains("spool-watch/too-many is over"));
    }
  }

  @Tag("nightly")
  @Test
  void anActionAndAPanelAreBuiltOutsideAndServeAProject() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Path spool = Files.createDirectory(dir.resolve("files"));
      Files.writeString(spool.resolve("one"), "1");
      Files.writeString(spool.resolve("two"), "22");
      for (String name : List.of("clearcache", "spoolpanel")) {
        Files.writeString(
            host.data().resolve("conf/example." + name + ".config"),
            "directory=\"" + spool + "\"\nproject=\"shop\"\n");
      }
      host.cli("add", "shop", "--", "/bin/sleep", "600").ok();
      host.cli("install", build(host.scratch(), "clear-cache", "clearcache").toString()).ok();
      host.cli("install", build(host.scratch(), "spool-panel", "spoolpanel").toString()).ok();
      HostProcess.await(
          "both are there",
          () -> says(host, "action", "clear-cache") && says(host, "panel", "spool"));
      String panel = host.cli("panel", "spool", "shop").ok().out();
      assertTrue(panel.contains("waiting  2 files"), panel);
      assertTrue(panel.contains("size     3 B"), panel);
      assertEquals(1, host.cli("action", "clear-cache", "shop").status(), "not confirmed");
      assertTrue(Files.exists(spool.resolve("one")));
      assertEquals(
          "clear-cache of shop done: 2 files deleted\n",
          host.cli("action", "clear-cache", "shop", "--yes").ok().out());
      assertTrue(host.cli("panel", "spool", "shop").ok().out().contains("Nothing waits"));
      String audit = host.cli("audit").ok().out();
      assertTrue(audit.contains("clear-cache: 2 files deleted"), audit);
      host.cli("uninstall", "example.spoolpanel").ok();
      assertEquals(1, host.cli("panel", "spool", "shop").status());
    }
  }

  private static boolean says(HostProcess host, String command, String word) {
    try {
      return host.cli(command).out().contains(word);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String alarm(HostProcess host) {
    try {
      return host.cli("alarm").out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The first says that it listens. */
  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The configuration may be read after the first start: then another one is told. */
  private static void restart(HostProcess host) {
    try {
      host.cli("restart", "watched");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Path build(Path scratch, String folder, String name)
      throws IOException, InterruptedException {
    Path project = scratch.resolve(folder);
    Path console = scratch.resolve("maven-" + folder);
    run(
        console,
        "cp",
        "-r",
        HostProcess.HOME.resolve("examples").resolve(folder).toString(),
        project.toString());
    assumeTrue(run(console, "mvn", "-v") == 0, "mvn is not on the PATH");
    Path repository = localRepository(scratch.resolve("repository-" + folder));
    int status =
        run(
            console,
            "mvn",
            "-o",
            "-Daether.offline.protocols=file",
            "-Dmaven.repo.local=" + repository,
            "-B",
            "-ntp",
            "-f",
            project.toString(),
            "package",
            "-Dinnkeeper.home=" + HostProcess.HOME);
    assertEquals(0, status, Files.readString(console));
    assertTrue(
        Files.exists(repository.resolve("innkeeper/innkeeper.api")), "not from the repository");
    return project.resolve("target/example." + name + "-1.0.0.jar");
  }

  /**
   * This machine's, but without what is ours: it must come from the release, and an earlier copy of
   * it must not be taken.
   */
  static Path localRepository(Path place) throws IOException {
    Path repository = Files.createDirectory(place);
    try (Stream<Path> groups = Files.list(Path.of(System.getProperty("localRepository")))) {
      for (Path group : (Iterable<Path>) groups::iterator) {
        if (!group.endsWith("innkeeper")) {
          Files.createSymbolicLink(repository.resolve(group.getFileName()), group);
        }
      }
    }
    return repository;
  }

  private static int run(Path console, String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(console.toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // not there
    }
  }
}
