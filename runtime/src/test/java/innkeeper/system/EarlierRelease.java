package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The release before this one, built from its commit in target/releases/VERSION. It is built once:
 * a later run finds it there.
 *
 * @param version what its poms say
 * @param commit which the history of this repository holds
 */
record EarlierRelease(String version, String commit) {

  private static final Path TARGET = HostProcess.HOME.getParent();
  private static final Path REPOSITORY = TARGET.getParent().getParent();
  private static final long BUILD_SECONDS = 600;

  /** The last line of releases.txt. */
  static EarlierRelease last() throws IOException {
    try (InputStream in = EarlierRelease.class.getResourceAsStream("releases.txt")) {
      List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
      String[] words = lines.get(lines.size() - 1).split(" ");
      return new EarlierRelease(words[0], words[1]);
    }
  }

  /**
   * Its installation. Where git or the history is missing the calling test is skipped, with the
   * reason.
   */
  Path home() throws Exception {
    Path sources = TARGET.resolve("releases").resolve(version);
    Path built = sources.resolve("built");
    if (!Files.exists(built) || !Files.readString(built).equals(commit)) {
      Programs.need("git");
      Programs.need("mvn");
      checkHistory();
      build(sources);
      Files.writeString(built, commit);
    }
    return sources.resolve("runtime/target/innkeeper");
  }

  private void checkHistory() throws Exception {
    String reason =
        "SKIPPED: "
            + REPOSITORY
            + " lacks commit "
            + commit
            + " of release "
            + version
            + "; get it with: git fetch --unshallow";
    boolean there =
        Programs.status("git", "-C", REPOSITORY.toString(), "cat-file", "-e", commit + "^{commit}")
            == 0;
    if (!there) {
      System.err.println(reason);
    }
    Assumptions.assumeTrue(there, reason);
  }

  private void build(Path sources) throws Exception {
    Files.createDirectories(sources.getParent());
    // In the place where it stays: the class archive that the build makes serves in this place
    // only.
    String script =
        "rm -rf \"$1\" && mkdir \"$1\" && git -C \"$2\" archive \"$3\" | tar -x -C \"$1\" && cd \"$1\""
            + " && mvn -B -ntp -q package -Dmaven.test.skip=true -Dspotless.check.skip=true"
            + " -pl runtime -am";
    Path console = sources.resolveSibling(version + ".log");
    Process build =
        new ProcessBuilder(
                "sh", "-c", script, "sh", sources.toString(), REPOSITORY.toString(), commit)
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .start();
    boolean ended = build.waitFor(BUILD_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      build.descendants().forEach(ProcessHandle::destroyForcibly);
      build.destroyForcibly();
    }
    assertEquals(
        0,
        ended ? build.exitValue() : -1,
        () -> "release " + version + " could not be built; see " + console);
  }
}
