package innkeeper.devkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends commands to the running host, by the same command line that a user has. Safe for many
 * threads.
 */
final class HostCommands {

  private final Path program;

  HostCommands(Path home) {
    this.program = home.resolve("bin/innkeeper");
  }

  /** The output of a command, on standard output and standard error, and its exit status. */
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

  /** Starts a command that continues to run. */
  Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }
}
