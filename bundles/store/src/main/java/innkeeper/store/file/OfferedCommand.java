package innkeeper.store.file;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A shell command that a message offers as the fix. An operator can copy it into a shell unchanged.
 */
public final class OfferedCommand {

  private OfferedCommand() {}

  /**
   * Returns an {@code innkeeper} command for the host of a DATA_DIR. It works in every directory
   * and environment.
   */
  public static String innkeeper(Path dataDir, String... words) {
    return "innkeeper --data " + quote(dataDir.toString()) + " " + join(words);
  }

  private static String join(String... words) {
    return List.of(words).stream().map(OfferedCommand::quote).collect(Collectors.joining(" "));
  }

  /** Quotes one word for a POSIX shell. */
  public static String quote(String word) {
    boolean plain = word.matches("[A-Za-z0-9_./:@%+=,-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
