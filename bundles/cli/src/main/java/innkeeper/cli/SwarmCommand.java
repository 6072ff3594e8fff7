package innkeeper.cli;

import innkeeper.cli.far.DockerClient;
import innkeeper.cli.far.JsonWithHost;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.TransportChannel;
import innkeeper.cli.swarm.SwarmTop;
import innkeeper.cli.swarm.SwarmView;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a command for {@code --host swarm://STACK}. The manager reports tasks, nodes and logs. The
 * Innkeeper in each container answers the rest, through exec on its node's engine.
 */
final class SwarmCommand {

  /** The longest delay before new data is displayed. */
  private static final long LOOK_MS = 250;

  /** The pseudo-key for a new size of the window. */
  private static final int RESIZED = -3;

  // Each row is erased before it is written; erasing after a full line would remove its last
  // character.
  private static final String FIRST_LINE = "\033[H\033[K";
  private static final String NEXT_LINE = "\r\n\033[K";
  private static final String CLEAR = "\033[2J";

  private SwarmCommand() {}

  static int run(String word, String[] args) throws IOException {
    String engines = System.getenv().getOrDefault("INNKEEPER_ENGINES", "");
    SwarmView view = SwarmView.of(word, engines);
    List<String> words = Arrays.asList(args);
    switch (words.isEmpty() ? "" : words.get(0)) {
      case "status":
        if (words.size() == 1) {
          // The manager's lines are printed first, because the containers take longer.
          Client.print(Frame.OUT, String.join("\n", view.lines(Clock.systemUTC())) + "\n\n");
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
      Client.tell("innkeeper: no task of " + view.stack().name() + " runs");
      return Client.NO_HOST;
    }
    return SeveralHosts.run(tasks, args);
  }

  /** Shows the live view on the whole terminal, until q or Ctrl-C. */
  private static int top(String word, String engines) throws IOException {
    if (!Terminal.is(1)) {
      throw new IllegalArgumentException(
          "a terminal is needed, and standard output is not one; without one: innkeeper --host "
              + word
              + " status");
    }
    // The stack is read once before the screen switches, so that errors appear on the normal
    // screen.
    SwarmView first = SwarmView.of(word, engines);
    Terminal terminal = Terminal.open();
    Keys keys = new Keys(terminal.keys());
    try (SwarmTop top =
        new SwarmTop(
            first, () -> SwarmView.of(word, engines), SwarmCommand::records, Clock.systemUTC())) {
      terminal.enter();
      WindowSignal.handle(() -> keys.add(RESIZED));
      keys.start();
      top.start();
      return show(top, terminal, keys);
    } finally {
      TransportChannel.endConnecting();
      terminal.leave();
      terminal.restore();
    }
  }

  private static int show(SwarmTop top, Terminal terminal, Keys keys) throws IOException {
    int[] size = terminal.size();
    String shown = "";
    while (true) {
      String screen = String.join(NEXT_LINE, top.draw(size[0], size[1]));
      if (!screen.equals(shown)) {
        Client.print(Frame.OUT, (shown.isEmpty() ? CLEAR : "") + FIRST_LINE + screen);
        shown = screen;
      }
      switch (keys.poll(LOOK_MS)) {
        case 'o' -> top.sortByNext();
        case 'q', Keys.END -> {
          return 0;
        }
        case Keys.CTRL_C -> {
          return Client.INTERRUPTED;
        }
        case RESIZED -> {
          size = terminal.size();
          shown = "";
        }
        default -> {
          // The key has no meaning here, or no key came in time.
        }
      }
    }
  }

  /** Returns the output of {@code status --json} in a task's container, one project a line. */
  private static List<String> records(Transport task) throws IOException {
    List<String> records = new ArrayList<>();
    JsonWithHost objects =
        new JsonWithHost(
            task.name(), line -> records.add(new String(line, StandardCharsets.UTF_8)));
    StringBuilder said = new StringBuilder();
    Hello hello = Client.hello(new String[] {"status", "--json"}).plain();
    int status =
        new CommandRun(new FarHost(task, false, line -> {}), hello) {
          @Override
          void show(Frame frame) throws IOException {
            if (frame.type() == Frame.OUT) {
              objects.write(frame.payload());
            } else {
              said.append(frame.text());
            }
          }
        }.toEnd();
    if (status != 0) {
      throw new IOException(
          said.isEmpty() ? "status ended with " + status : said.toString().strip());
    }
    return records;
  }

  /** Shows the logs that the engine keeps; the containers have already redacted their output. */
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
          names.add(view.stack().name() + "_" + one);
        }
      }
    }
    List<Process> readers = new ArrayList<>();
    for (String service : names.isEmpty() ? view.stack().services() : names) {
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
}
