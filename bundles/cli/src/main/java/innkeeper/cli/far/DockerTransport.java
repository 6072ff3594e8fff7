package innkeeper.cli.far;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A transport to a host in a container, through the exec of Docker's engine.
 *
 * @param name the name as the user wrote it, or the task's name
 * @param engine the address of the engine in the form of {@code docker -H}; "" for the client's
 *     default
 * @param container its name or id
 * @param which the host to use in the container
 */
public record DockerTransport(String name, String engine, String container, String which)
    implements Transport {

  private static final String SCHEME = "docker://";
  private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  /**
   * @param which the host to use if the word names no DATA_DIR
   * @throws IllegalArgumentException with the allowed form
   */
  static DockerTransport of(String word, String which) {
    String rest = word.substring(SCHEME.length());
    int slash = rest.indexOf('/');
    String container = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "" : rest.substring(slash);
    if (!CONTAINER.matcher(container).matches()) {
      throw new IllegalArgumentException(
          "the host is " + word + "; allowed: docker://CONTAINER[/DATA_DIR], its name or id");
    }
    return new DockerTransport(word, "", container, path.length() < 2 ? which : "data=" + path);
  }

  @Override
  public List<String> command(boolean attended) {
    List<String> command = new ArrayList<>(DockerClient.command(engine));
    command.addAll(List.of("exec", "-i", container));
    command.addAll(DIAL);
    return command;
  }

  @Override
  public String failure(int status, String said) {
    String why = said.isEmpty() ? "status " + status : said;
    return switch (status) {
      case NOT_FOUND, NOT_EXECUTABLE ->
          "no innkeeper is found in the container ("
              + why
              + "); its image must have one in its PATH, see docs/containers.md";
      default -> why;
    };
  }
}
