package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects of bundles, as a third party makes, builds and develops them. */
class BundleKitIT {

  private static final int INTERRUPTED = 130;

  @TempDir private Path dir;

  /** JUnit warns of each link that leads out of its folder. */
  @AfterEach
  void unlink() throws IOException {
    Path repository = dir.resolve("repository");
    if (Files.isDirectory(repository)) {
      try (Stream<Path> groups = Files.list(repository)) {
        for (Path group : (Iterable<Path>) groups.filter(Files::isSymbolicLink)::iterator) {
          Files.delete(group);
        }
      }
    }
  }

  /** All of them in one call of Maven, offline: what they need of ours comes from the release. */
  @Tag("nightly")
  @Test
  void everyKindIsBuiltAndTestedByMavenOffline() throws Exception {
    Programs.need("mvn");
    StringBuilder modules = new StringBuilder();
    List<String> kinds = Programs.kindsOfBundles();
    for (String kind : kinds) {
      make(kind, "my-" + kind);
      modules.append("<module>my-").append(kind).append("</module>");
    }
    Files.writeString(
        dir.resolve("pom.xml"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>all</groupId>"
            + "<artifactId>all</artifactId><version>1</version><packaging>pom</packaging><modules>"
            + modules
            + "</modules></project>");
    Path config = dir.resolve("my-listener/.mvn/maven.config");
    Path repository = ExampleIT.localRepository(dir.resolve("repository"));
    Programs.Said said =
        Programs.run(
            dir,
            Map.of("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
            List.of(
                "mvn",
                "-B",
                "-o",
                Files.readString(config).strip(),
                "-Dmaven.repo.local=" + repository,
                "package"),
            240);
    said.ok();
    for (String kind : kinds) {
      Path reports = dir.resolve("my-" + kind + "/target/surefire-reports");
      assertTrue(Files.isDirectory(reports), kind + " was not tested\n" + said.out());
      assertTrue(Files.exists(dir.resolve("my-" + kind + "/target/my-" + kind + "-1.0.0.jar")));
    }
    assertTrue(Files.exists(repository.resolve("innkeeper/innkeeper.testkit")));
  }

  private void make(String kind, String name, String... more) throws Exception {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                HostProcess.HOME.resolve("bin/innkeeper").toString(), "bundle", "new", kind, name));
    command.addAll(List.of(more));
    Programs.run(dir, Map.of(), command).ok();
  }

  /** {@code bundle dev}, and what it has said so far. */
  private final class Dev implements AutoCloseable {

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    Dev(HostProcess host, String... words) throws IOException {
      process = host.client(words);
      reader = new Thread(this::read, "dev");
      reader.start();
    }

    private void read() {
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        out.lines().forEach(lines::add);
      } catch (IOException | java.io.UncheckedIOException ended) {
        lines.add("ended: " + ended);
      }
    }

    void await(String text) {
      HostProcess.await(text + " in " + lines, () -> said().contains(text));
    }

    String said() {
      return String.join("\n", lines);
    }

    int interrupt() throws Exception {
      Programs.status("kill", "-INT", String.valueOf(process.pid()));
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
      reader.join();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private static void replace(Path file, String text, String by) throws IOException {
    String before = Files.readString(file);
    assertTrue(before.contains(text), before);
    Files.writeString(file, before.replace(text, by));
  }

  @Test
  void aSaveIsServedAndAThreadThatIsLeftBehindIsTold() throws Exception {
    HostProcess.assumeHeard(2);
    make("listener", "dev-one", "--plain");
    Path source = dir.resolve("dev-one/src/main/java/devone/Activator.java");
    try (HostProcess host = HostProcess.running();
        Dev dev = new Dev(host, "bundle", "dev", dir.resolve("dev-one").toString())) {
      dev.await("dev-one 1.0.0 is active");
      replace(
          source,
          "    context.registerService",
          "    System.out.println(\"round one\");\n    context.registerService");
      dev.await("info  round one");
      dev.await("-- leaks: none");
      replace(source, "\"round one\");", "\"round two\");\n    new Poller().start();");
      Files.writeString(
          source.resolveSibling("Poller.java"),
          "package devone;\nfinal class Poller extends Thread {\n  Poller() { super(\"poller\"); }\n"
              + "  public void run() { try { Thread.sleep(3_600_000); }"
              + " catch (InterruptedException e) { return; } }\n}\n");
      dev.await("info  round two");
      replace(source, "round two", "round three");
      dev.await("info  round three");
      dev.await("-- leaks: threads:       poller, at devone.Poller.run(Poller.java:4)");
      dev.await("class loaders: 1 still in use");
      replace(source, "round three\");", "round four\")");
      dev.await("error: ';' expected");
      dev.await("-- the bundle before runs on");
      assertFalse(dev.said().contains("shell open"), "lines that are not the bundle's");
      assertEquals(INTERRUPTED, dev.interrupt(), dev::said);
      dev.await("-- dev-one stays");
      assertTrue(host.get("/api/surfaces").body().contains("dev-one"));
    }
  }

  @Tag("nightly")
  @Test
  void aMavenProjectIsUpdatedAtASaveAndTakenOutAtTheEnd() throws Exception {
    Programs.need("mvn");
    HostProcess.assumeHeard(2);
    make("listener", "dev-two");
    Path project = dir.resolve("dev-two");
    Path repository = ExampleIT.localRepository(dir.resolve("repository"));
    Files.writeString(
        project.resolve(".mvn/maven.config"),
        "\n-Dmaven.repo.local=" + repository + "\n",
        java.nio.file.StandardOpenOption.APPEND);
    try (HostProcess host = HostProcess.running();
        Dev dev = new Dev(host, "bundle", "dev", project.toString(), "--remove")) {
      dev.await("dev-two 1.0.0 is active");
      replace(
          project.resolve("src/main/java/devtwo/Activator.java"),
          "    context.registerService",
          "    System.out.println(\"round one\");\n    context.registerService");
      dev.await("info  round one");
      dev.await("-- leaks: none");
      assertEquals(INTERRUPTED, dev.interrupt(), dev::said);
      dev.await("-- dev-two was taken out");
      assertFalse(host.get("/api/surfaces").body().contains("dev-two"));
    }
  }

  @Test
  void whatCannotBeMadeIsRefused() throws Exception {
    String innkeeper = HostProcess.HOME.resolve("bin/innkeeper").toString();
    Programs.Said kind =
        Programs.run(dir, Map.of(), List.of(innkeeper, "bundle", "new", "plugin", "mine"));
    assertEquals(2, kind.status(), kind.out());
    assertTrue(kind.out().contains("allowed: alarm-channel, command, health-check"), kind.out());
    Programs.Said usage = Programs.run(dir, Map.of(), List.of(innkeeper, "bundle", "make"));
    assertEquals(2, usage.status(), usage.out());
    assertTrue(usage.out().contains("usage: innkeeper bundle new KIND NAME"), usage.out());
  }
}
