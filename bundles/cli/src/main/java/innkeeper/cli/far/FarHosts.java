package innkeeper.cli.far;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Parses the far hosts that {@code --host}, {@code --hosts} or INNKEEPER_HOST name. */
public final class FarHosts {

  private FarHosts() {}

  /**
   * Returns all named hosts, in the given order.
   *
   * @param words host names, separated by commas
   * @param which the host to use on a far side if its word names none; see {@link Transport#which}
   * @throws IllegalArgumentException with the word that does not name a host
   */
  public static List<Transport> of(String words, String which) {
    List<Transport> hosts = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      hosts.addAll(one(word.strip(), which));
    }
    return hosts;
  }

  /**
   * Returns the hosts of a file, one a line. It ignores empty lines and lines that begin with
   * {@code #}.
   *
   * @throws IllegalArgumentException with the line that does not name a host, or with a file that
   *     has no hosts
   * @throws IOException if the file cannot be read
   */
  public static List<Transport> in(Path file, String which) throws IOException {
    List<Transport> hosts = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String word = line.strip();
      if (!word.isEmpty() && !word.startsWith("#")) {
        try {
          hosts.addAll(one(word, which));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(file + " line " + number + ": " + e.getMessage(), e);
        }
      }
    }
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException(file + " names no host; needed: one a line");
    }
    return hosts;
  }

  /** Returns the hosts that a word names; the scheme before {@code ://} selects the transport. */
  private static List<Transport> one(String word, String which) {
    int scheme = word.indexOf("://");
    switch (scheme < 0 ? "ssh" : word.substring(0, scheme)) {
      case "ssh":
        return List.of(SshTransport.of(word, which));
      case "docker":
        return List.of(DockerTransport.of(word, which));
      default:
        throw new IllegalArgumentException(
            "the host is "
                + word
                + "; allowed: [USER@]BOX, ssh://[USER@]BOX[:PORT][/DATA_DIR], docker://CONTAINER, or"
                + " swarm://STACK alone");
    }
  }
}
