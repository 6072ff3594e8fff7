package innkeeper.devkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks the running host, by the command line as a user would. Safe for many threads. */
final class HostCommands {

  private final Path program;

  HostCommands(Path home) {
    this.program = home.resolve("bin/innkeeper");
  }

  /** What it said, on standard output and standard error, and its exit status. */
  record Said(int status, String out) {

    boolean ok() {
      return status == 0;
    }
  }

  Said run(String... words) throws IOException, InterruptedException {
    Process process = start(words);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), out.stripTrailing());
  }

  /** One that goes on. */
  Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }
}
