package innkeeper.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A command that a message offers: copied into a shell as it is, it does what the message says. */
public final class OfferedCommand {

  private OfferedCommand() {}

  /** {@code innkeeper} for that host, whatever the shell's directory and environment. */
  public static String innkeeper(Path dataDir, String... words) {
    return "innkeeper --data " + quote(dataDir.toString()) + " " + join(words);
  }

  private static String join(String... words) {
    return List.of(words).stream().map(OfferedCommand::quote).collect(Collectors.joining(" "));
  }

  /** One word of a POSIX shell. */
  public static String quote(String word) {
    boolean plain = word.matches("[A-Za-z0-9_./:@%+=,-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
