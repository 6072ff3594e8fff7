package innkeeper.shell;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real client in a JVM of its own, started as bin/innkeeper does. */
final class Cli {

  private Cli() {}

  record Result(int status, String out, String err) {}

  static ProcessBuilder builder(Path dataDir, Path directory, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            new File("target/classes").getAbsolutePath()
                + File.pathSeparator
                + System.getProperty("java.class.path"),
            "innkeeper.cli.Client"));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    Map<String, String> env = builder.environment();
    env.put("DATA_DIR", dataDir.toString());
    env.put("LC_ALL", "C.UTF-8");
    return builder;
  }

  static Result run(Path dataDir, Path directory, String input, String... words)
      throws IOException, InterruptedException {
    return finish(builder(dataDir, directory, words), input);
  }

  static Result finish(ProcessBuilder builder, String input)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("out", "");
    Path err = Files.createTempFile("err", "");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The client did not read it and has gone already: so be it.
      process.getOutputStream();
    }
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the client hangs: " + builder.command());
    }
    Result result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    Files.delete(out);
    Files.delete(err);
    return result;
  }
}
