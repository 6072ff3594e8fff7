package innkeeper.boot;

import innkeeper.boot.libc.Descriptors;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the running hosts of this user with lib/hosts.sh. The result is used only for better advice
 * in messages.
 */
final class OtherHosts {

  private static final Path PROC = Path.of("/proc");

  private OtherHosts() {}

  /** Returns the message for a port that is in use: its owner, if known, and what to do. */
  static String portInUse(int port, Path home) {
    Set<String> sockets = listeners(port);
    return "ADMIN_PORT="
        + port
        + " is in use on 127.0.0.1"
        + whose(registered(home), pid -> listens(pid, sockets))
            .map(dataDir -> " by a host of yours: " + status(dataDir))
            .orElse("; free it or choose another (0: no page)");
  }

  /**
   * Returns the message for a DATA_DIR that another host uses. That host may know the directory, or
   * the file of its lock, by another path. A command finds the host only by that path.
   *
   * @param pid of that host; "" if it is not known
   */
  static String keeps(Path dataDir, String pid, Path home) {
    String own =
        registered(home).stream()
            .map(line -> line.split(" ", 4))
            .filter(fields -> fields[1].equals(pid))
            .findFirst()
            .map(fields -> fields[3])
            .orElse(dataDir.toString());
    return "another host%s keeps DATA_DIR=%s%s; it runs: %s"
        .formatted(
            pid.isEmpty() ? "" : " (pid " + pid + ")",
            dataDir,
            own.equals(dataDir.toString()) ? "" : ", by the path " + own,
            status(own));
  }

  /**
   * Returns the DATA_DIR of the host that uses the port.
   *
   * @param lines "own|root PID UID DATA_DIR"
   * @param hasPort whether the process of that pid uses the port
   */
  static Optional<String> whose(List<String> lines, Predicate<String> hasPort) {
    return lines.stream()
        .map(line -> line.split(" ", 4))
        .filter(fields -> fields[0].equals("own") && hasPort.test(fields[1]))
        .findFirst()
        .map(fields -> fields[3]);
  }

  private static List<String> registered(Path home) {
    try {
      Process hosts =
          new ProcessBuilder(home.resolve("bin/innkeeper").toString(), "hosts", "--plain").start();
      try (BufferedReader lines = hosts.inputReader()) {
        return lines.lines().toList();
      }
    } catch (IOException e) {
      return List.of(); // The advice is then the one for a machine without other hosts.
    }
  }

  /** Returns the sockets that listen on a port, named like the links in /proc/PID/fd. */
  private static Set<String> listeners(int port) {
    String suffix = String.format(":%04X", port);
    return Stream.of("tcp", "tcp6")
        .flatMap(name -> lines(PROC.resolve("net").resolve(name)))
        .map(line -> line.strip().split("\\s+"))
        .filter(field -> field.length > 9 && field[1].endsWith(suffix) && field[3].equals("0A"))
        .map(field -> "socket:[" + field[9] + "]")
        .collect(Collectors.toSet());
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static boolean listens(String pid, Set<String> sockets) {
    try {
      return !Collections.disjoint(Descriptors.of(pid).values(), sockets);
    } catch (IOException e) {
      return false; // The process has ended, or belongs to another user.
    }
  }

  /** Returns a command that shows the host of that DATA_DIR. */
  static String status(String dataDir) {
    return ShellQuoting.of(Path.of(dataDir), "status");
  }
}
