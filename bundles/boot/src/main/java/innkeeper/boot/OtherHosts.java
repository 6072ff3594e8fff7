package innkeeper.boot;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The hosts of this user that run, as lib/hosts.sh finds them; asked only to give better advice.
 */
final class OtherHosts {

  private OtherHosts() {}

  /**
   * What to do instead of starting one beside a host that runs on another DATA_DIR; "" for none.
   */
  static String advice(Path home, Path own) {
    try {
      Process hosts =
          new ProcessBuilder(home.resolve("bin/innkeeper").toString(), "hosts", "--plain").start();
      try (BufferedReader lines = hosts.inputReader()) {
        return advice(lines.lines().toList(), own);
      }
    } catch (IOException e) {
      return ""; // The advice is then the one for a machine without other hosts.
    }
  }

  /**
   * @param lines "own|root PID UID DATA_DIR"
   */
  static String advice(List<String> lines, Path own) {
    return lines.stream()
        .map(line -> line.split(" ", 4))
        .filter(fields -> fields[0].equals("own") && !fields[3].equals(own.toString()))
        .findFirst()
        .map(fields -> "a host of yours runs already: " + status(fields[3]))
        .orElse("");
  }

  /** A command that shows the host of that DATA_DIR. */
  static String status(String dataDir) {
    return ShellQuoting.of(Path.of(dataDir), "status");
  }
}
