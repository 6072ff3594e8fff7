package innkeeper.shell.far;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The far hosts that {@code --host}, {@code --hosts} or INNKEEPER_HOST name. */
public final class FarHosts {

  private FarHosts() {}

  /**
   * All that are named, in that order.
   *
   * @param words hosts with commas between
   * @param which host of each far side that a word does not name itself; see {@link
   *     Transport#which}
   * @throws IllegalArgumentException that names the word which is no host
   */
  public static List<Transport> of(String words, String which) {
    List<Transport> hosts = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      hosts.addAll(one(word.strip(), which));
    }
    return hosts;
  }

  /**
   * The hosts of a file: one a line; empty lines and those that begin with {@code #} are no hosts.
   *
   * @throws IllegalArgumentException that names the line which is no host, or the file without any
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

  /** The hosts that a word means: the scheme before {@code ://} says how they are reached. */
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
