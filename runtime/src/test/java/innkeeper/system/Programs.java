package innkeeper.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Other people's programs, real ones and stand-ins. */
final class Programs {

  private Programs() {}

  record Said(int status, String out) {
    Said ok() {
      if (status != 0) {
        throw new AssertionError("status " + status + "\n" + out);
      }
      return this;
    }
  }

  static boolean installed(String program) {
    for (String folder : System.getenv("PATH").split(":")) {
      if (Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  /** Skips the test loudly where it is missing. */
  static void need(String program) {
    boolean there = installed(program);
    if (!there) {
      System.err.println("SKIPPED: no " + program + " on this machine");
    }
    Assumptions.assumeTrue(there, "SKIPPED: no " + program + " on this machine");
  }

  /** The kinds of {@code bundle new}. */
  static List<String> kindsOfBundles() throws IOException {
    try (Stream<Path> folders = Files.list(HostProcess.HOME.resolve("devkit/templates"))) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("kind.properties")))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** How the command ended; what it says is thrown away. */
  static int status(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Out and err together. */
  static Said run(Path directory, Map<String, String> env, List<String> command) throws Exception {
    return run(directory, env, command, HostProcess.PATIENCE.toSeconds());
  }

  static Said run(Path directory, Map<String, String> env, List<String> command, long seconds)
      throws Exception {
    Path out = Files.createTempFile(directory, "said", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().putAll(env);
    Process process = builder.start();
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("hangs: " + command);
    }
    String text = Files.readString(out);
    Files.delete(out);
    return new Said(process.exitValue(), text);
  }

  /** A stand-in that writes down how it was called, then does what the script says. */
  static void standIn(Path bin, String name, String script) throws IOException {
    Files.createDirectories(bin);
    Path file = bin.resolve(name);
    Files.writeString(
        file, "#!/bin/sh\necho " + name + " \"$@\" >> " + bin.resolve("calls") + "\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static String calls(Path bin) throws IOException {
    Path calls = bin.resolve("calls");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }
}
