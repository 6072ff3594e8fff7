package innkeeper.shell.far;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The line that {@code dial-stdio} prints when it is connected to its host. What stands before it
 * is a login shell's and is skipped.
 *
 * @param release of the far side
 * @param pid of {@code dial-stdio}, which the host knows as its client
 */
public record DialGreeting(String release, int pid) {

  private static final String FIRST = "innkeeper-dial";
  private static final String VERSION = "1";

  /** As sent; the first line end ends what a login shell has begun. */
  public byte[] encode() {
    String line = "\n" + String.join(" ", FIRST, VERSION, release, String.valueOf(pid)) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /** Empty for a line that is none. */
  static Optional<DialGreeting> read(String line) {
    String[] words = line.strip().split(" ");
    if (words.length < 4 || !words[0].equals(FIRST) || !words[1].equals(VERSION)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new DialGreeting(words[2], Integer.parseInt(words[3])));
    } catch (NumberFormatException e) {
      return Optional.empty(); // A line of somebody else's that looks like it.
    }
  }
}
