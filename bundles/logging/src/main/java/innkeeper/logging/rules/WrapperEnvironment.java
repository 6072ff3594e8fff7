package innkeeper.logging.rules;

import innkeeper.api.supervisor.ServerRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A server's environment, taken from its wrapper after a check that it is that wrapper. */
public final class WrapperEnvironment {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private static final int EXEC_LOOKS = 100;
  private static final long EXEC_LOOK_NANOS = 1_000_000;

  private WrapperEnvironment() {}

  /** Empty when the wrapper is gone or another process has its number. */
  public static Optional<byte[]> of(ServerRecord server) {
    Path proc = Path.of("/proc", Long.toString(server.wrapperPid()));
    try {
      if (!ofThisBoot(server) || startTime(proc) != server.wrapperStart()) {
        return Optional.empty();
      }
      byte[] environment = environ(proc);
      // Once more: the number may have passed on while we read.
      return startTime(proc) == server.wrapperStart() && environment.length > 0
          ? Optional.of(environment)
          : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** For a moment within its exec the kernel shows a process without an environment. */
  private static byte[] environ(Path proc) throws IOException {
    byte[] environment = Files.readAllBytes(proc.resolve("environ"));
    for (int look = 0; environment.length == 0 && look < EXEC_LOOKS; look++) {
      LockSupport.parkNanos(EXEC_LOOK_NANOS);
      environment = Files.readAllBytes(proc.resolve("environ"));
    }
    return environment;
  }

  /** Else its numbers mean nothing. */
  public static boolean ofThisBoot(ServerRecord server) throws IOException {
    return Files.readString(BOOT_ID).strip().equals(server.bootId().strip());
  }

  /** Field 22 of /proc/PID/stat; the name in field 2 may hold blanks and parentheses. */
  public static long startTime(Path proc) throws IOException {
    String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[19]);
  }

  /** Secret values by variable, from {@code NAME=value} entries that end in NUL. */
  public static Map<String, Set<String>> secrets(byte[] environment) {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    for (String entry : new String(environment, StandardCharsets.UTF_8).split("\0")) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        String name = entry.substring(0, equals);
        Set<String> values = SecretNames.secrets(name, entry.substring(equals + 1));
        if (!values.isEmpty()) {
          found.put(name, values);
        }
      }
    }
    return found;
  }
}
