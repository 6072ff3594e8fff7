package innkeeper.logging.rules;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ServerRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The environment and the command of a server, read from its wrapper after a check of the wrapper's
 * identity.
 */
public final class WrapperEnvironment {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** The id of this boot; null before the first request. */
  private static volatile String bootId;

  private static final int EXEC_LOOKS = 2000;
  private static final long EXEC_LOOK_NANOS = 1_000_000;

  /**
   * The index of the first word of the server's command in its wrapper's; one less if 0.1.0 started
   * it.
   */
  private static final int COMMAND_WORD = 9;

  private WrapperEnvironment() {}

  /**
   * The start data of a server.
   *
   * @param environment entries {@code NAME=value}, each with NUL at its end
   * @param wrapper the words of the wrapper's command, each with NUL at its end; the last words are
   *     the server's
   */
  record Start(byte[] environment, byte[] wrapper) {

    /** Returns the server's command; one word of the wrapper's may precede it. */
    List<String> command() {
      List<String> words = List.of(new String(wrapper, StandardCharsets.UTF_8).split("\0"));
      boolean fifos = words.size() >= COMMAND_WORD && words.get(COMMAND_WORD - 1).matches("[12]");
      int from = fifos ? COMMAND_WORD : COMMAND_WORD - 1;
      return words.subList(Math.min(from, words.size()), words.size());
    }
  }

  /** Returns the start data; empty if the wrapper has ended or another process has its pid. */
  static Optional<Start> of(ServerRecord server) {
    Path proc = Path.of("/proc", Long.toString(server.wrapper().pid()));
    try {
      if (!ofThisBoot(server) || !lives(server)) {
        return Optional.empty();
      }
      byte[] environment = environ(proc);
      byte[] wrapper = Files.readAllBytes(proc.resolve("cmdline"));
      // The start time is checked again, because another process may have received the pid
      // meanwhile.
      return lives(server) && environment.length > 0
          ? Optional.of(new Start(environment, wrapper))
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * Reads the environment. During an exec the kernel shows a process without an environment for a
   * moment.
   */
  private static byte[] environ(Path proc) throws IOException {
    byte[] environment = Files.readAllBytes(proc.resolve("environ"));
    for (int look = 0; environment.length == 0 && look < EXEC_LOOKS; look++) {
      LockSupport.parkNanos(EXEC_LOOK_NANOS);
      environment = Files.readAllBytes(proc.resolve("environ"));
    }
    return environment;
  }

  /** Returns whether the server's wrapper lives on this machine. */
  public static boolean lives(ServerRecord server) {
    return lives(server.wrapper().pid(), server.wrapper().start());
  }

  /** Returns whether a process lives that has this pid and start time. */
  public static boolean lives(long pid, long start) {
    try {
      return startTime(Path.of("/proc", Long.toString(pid))) == start;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Returns whether the record is of this boot; the pids of an earlier boot are meaningless. */
  public static boolean ofThisBoot(ServerRecord server) throws IOException {
    if (bootId == null) {
      bootId = Files.readString(BOOT_ID).strip();
    }
    return bootId.equals(server.wrapper().bootId().strip());
  }

  /** Returns field 22 of /proc/PID/stat; the name in field 2 may contain blanks and parentheses. */
  public static long startTime(Path proc) throws IOException {
    String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[19]);
  }

  /** Returns the secret values by variable. */
  static Map<String, Set<String>> secrets(byte[] environment) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String entry : new String(environment, StandardCharsets.UTF_8).split("\0")) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        variables.put(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
    String names = variables.getOrDefault(ProjectDefinition.SECRET_NAMES, "");
    Set<String> named = new HashSet<>(List.of(names.split(",")));
    Map<String, Set<String>> found = new LinkedHashMap<>();
    variables.forEach(
        (name, value) -> {
          Set<String> values = new LinkedHashSet<>(SecretNames.secrets(name, value));
          if (named.contains(name)) {
            values.add(value);
          }
          if (!values.isEmpty()) {
            found.put(name, values);
          }
        });
    return found;
  }
}
