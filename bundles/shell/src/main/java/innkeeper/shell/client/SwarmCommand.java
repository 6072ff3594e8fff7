package innkeeper.shell.client;

import innkeeper.shell.far.DockerClient;
import innkeeper.shell.far.Transport;
import innkeeper.shell.swarm.SwarmView;
import innkeeper.shell.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A command to {@code --host swarm://STACK}. Tasks, nodes and logs are the manager's to tell; the
 * rest is asked of the Innkeeper in each container, by the exec of its node's engine.
 */
final class SwarmCommand {

  private static final long TOP_PAUSE_MS = 2_000;
  private static final String HOME_AND_CLEAR = "\033[H\033[2J";

  private SwarmCommand() {}

  static int run(String word, String[] args) throws IOException {
    String engines = System.getenv().getOrDefault("INNKEEPER_ENGINES", "");
    SwarmView view = SwarmView.of(word, engines);
    List<String> words = Arrays.asList(args);
    switch (words.isEmpty() ? "" : words.get(0)) {
      case "status":
        if (words.size() == 1) {
          // At once; the containers take longer.
          print(String.join("\n", view.lines(Clock.systemUTC())) + "\n\n");
        }
        return ask(view, args);
      case "top":
        return top(word, engines);
      case "logs":
        return logs(view, words.subList(1, words.size()));
      case "incidents":
      case "health":
        return ask(view, args);
      default:
        throw new IllegalArgumentException(
            "\""
                + String.join(" ", words)
                + "\" is not for a swarm; allowed: status, incidents, health, logs, top; for all else"
                + " name one container: --host docker://CONTAINER");
    }
  }

  private static int ask(SwarmView view, String[] args) throws IOException {
    List<Transport> tasks = view.transports();
    if (tasks.isEmpty()) {
      Client.tell("innkeeper: no task of " + view.name() + " runs");
      return Client.NO_HOST;
    }
    return SeveralHosts.run(tasks, args);
  }

  /** As the manager sees it, again and again; Ctrl-C ends it. */
  private static int top(String word, String engines) throws IOException {
    try {
      while (true) {
        String lines =
            String.join("\n", SwarmView.of(word, engines).lines(Clock.systemUTC())) + "\n";
        print((System.console() == null ? "" : HOME_AND_CLEAR) + lines);
        Thread.sleep(TOP_PAUSE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /** The engine keeps what the containers printed, which is redacted. */
  private static int logs(SwarmView view, List<String> words) throws IOException {
    List<String> options = new ArrayList<>(List.of("service", "logs"));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String one = words.get(i);
      switch (one) {
        case "-f", "--follow" -> options.add("--follow");
        case "-t" -> options.add("--timestamps");
        case "-n", "--lines", "--since" -> {
          if (i + 1 == words.size()) {
            throw new IllegalArgumentException(one + " needs a value");
          }
          options.addAll(List.of(one.equals("--since") ? one : "--tail", words.get(++i)));
        }
        default -> {
          if (one.startsWith("-")) {
            throw new IllegalArgumentException(
                one
                    + " is not for a swarm's logs; allowed: -f, -t, -n LINES, --since TIME, PROJECT");
          }
          names.add(view.name() + "_" + one);
        }
      }
    }
    List<Process> readers = new ArrayList<>();
    for (String service : names.isEmpty() ? view.services() : names) {
      List<String> command = new ArrayList<>(DockerClient.command(view.manager()));
      command.addAll(options);
      command.add(service);
      readers.add(new ProcessBuilder(command).inheritIO().start());
    }
    try {
      int status = 0;
      for (Process reader : readers) {
        status = Math.max(status, reader.waitFor());
      }
      return status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      readers.forEach(Process::destroy);
    }
  }

  private static void print(String text) throws IOException {
    Client.print(new Frame(Frame.OUT, text.getBytes(StandardCharsets.UTF_8)));
  }
}
