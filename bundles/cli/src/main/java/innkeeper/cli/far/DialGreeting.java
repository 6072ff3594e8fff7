package innkeeper.cli.far;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The line that {@code dial-stdio} prints when it is connected to its host. Earlier lines come from
 * a login shell and are skipped.
 *
 * @param release the release of the far side
 * @param pid the process of {@code dial-stdio}, which the host sees as its client
 */
public record DialGreeting(String release, int pid) {

  private static final String FIRST = "innkeeper-dial";
  private static final String VERSION = "1";

  /** Returns the line as sent. Its first line end closes an unfinished line of the login shell. */
  public byte[] encode() {
    String line = "\n" + String.join(" ", FIRST, VERSION, release, String.valueOf(pid)) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /** Parses a line; returns empty if it is not a greeting. */
  static Optional<DialGreeting> read(String line) {
    String[] words = line.strip().split(" ");
    if (words.length < 4 || !words[0].equals(FIRST) || !words[1].equals(VERSION)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new DialGreeting(words[2], Integer.parseInt(words[3])));
    } catch (NumberFormatException e) {
      return Optional.empty(); // The line only resembles a greeting.
    }
  }
}
