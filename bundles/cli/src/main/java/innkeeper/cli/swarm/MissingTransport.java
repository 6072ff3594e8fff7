package innkeeper.cli.swarm;

import innkeeper.cli.far.Transport;
import java.util.List;

/**
 * A transport for a task that cannot be reached. It reports the reason, so the task appears among
 * those that do not answer.
 */
record MissingTransport(String name, String why) implements Transport {

  @Override
  public String which() {
    return "";
  }

  @Override
  public List<String> command(boolean attended) {
    return List.of("false");
  }

  @Override
  public String failure(int status, String said) {
    return why;
  }
}
