package innkeeper.cli.swarm;

import innkeeper.cli.far.DockerTransport;
import innkeeper.cli.far.Transport;
import innkeeper.cli.swarm.SwarmStack.Move;
import innkeeper.cli.swarm.SwarmStack.Node;
import innkeeper.common.terminal.TextTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stack as its manager reports it now: tables for people, and the transports to its containers.
 */
public final class SwarmView {

  public static final String SCHEME = "swarm://";

  private static final int MOST_MOVES = 20;

  private final Engines engines;
  private final SwarmStack stack;

  SwarmView(Engines engines, SwarmStack stack) {
    this.engines = engines;
    this.stack = stack;
  }

  /**
   * A transport for a task that cannot be reached. It reports the reason, so the task appears among
   * those that do not answer.
   */
  private record MissingTransport(String name, String why) implements Transport {

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

  /**
   * @param word {@code swarm://STACK}
   * @param file the file of engines; "" for none
   * @throws IllegalArgumentException with the allowed form
   * @throws IOException with the reason why the manager does not answer
   */
  public static SwarmView of(String word, String file) throws IOException {
    String name = word.substring(SCHEME.length());
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
      throw new IllegalArgumentException("the host is " + word + "; allowed: swarm://STACK");
    }
    Engines engines = Engines.in(file);
    try {
      return new SwarmView(engines, SwarmStack.read(engines.manager(), name));
    } catch (IOException e) {
      throw new IOException(word + ": " + e.getMessage(), e);
    }
  }

  public String manager() {
    return engines.manager();
  }

  public SwarmStack stack() {
    return stack;
  }

  /** Returns the transports to the containers of running tasks, in the order of the table. */
  public List<Transport> transports() {
    List<Transport> transports = new ArrayList<>();
    for (SwarmTask task : stack.current()) {
      if (task.runs()) {
        transports.add(transport(task));
      }
    }
    return transports;
  }

  /** Returns the transport to the container of a running task. */
  Transport transport(SwarmTask task) {
    String name = task.place() + "@" + stack.node(task);
    Node node = stack.nodes().get(task.nodeId());
    Optional<String> engine = node == null ? Optional.empty() : engine(node);
    if (node != null && !node.up()) {
      return new MissingTransport(name, "its node is " + node.state());
    }
    if (engine.isEmpty()) {
      return new MissingTransport(
          name, "no engine of its node is known; name it in --engines FILE");
    }
    return new DockerTransport(name, engine.get(), task.container(), "");
  }

  /** Returns the engine of a node. In a stack with a single node it is the manager's engine. */
  private Optional<String> engine(Node node) {
    Optional<String> named = engines.of(node);
    return named.isPresent() || stack.nodes().size() > 1 ? named : Optional.of(engines.manager());
  }

  /** Returns the tables of nodes and tasks, and the changes of node. */
  public List<String> lines(Clock clock) {
    Instant now = clock.instant();
    List<String> lines = new ArrayList<>();
    TextTable nodes = new TextTable("NODE", "STATE", "AVAILABILITY", "TASKS");
    for (Node node : stack.nodes().values()) {
      long running =
          stack.current().stream().filter(t -> t.runs() && t.nodeId().equals(node.id())).count();
      nodes.row(
          node.name(), node.state().toLowerCase(), node.availability().toLowerCase(), running);
    }
    lines.addAll(nodes.lines(0, false));
    lines.add("");
    TextTable tasks = new TextTable("TASK", "NODE", "STATE", "SINCE", "ERROR");
    for (SwarmTask task : stack.current()) {
      tasks.row(task.place(), stack.node(task), state(task), span(task.since(), now), task.error());
    }
    lines.addAll(tasks.lines(0, false));
    lines.addAll(moves(now, MOST_MOVES));
    return lines;
  }

  /** Returns the state that the node reported last, and the wanted state if that differs. */
  static String state(SwarmTask task) {
    return task.wanted().equals(task.state()) || task.wanted().isEmpty()
        ? task.state()
        : task.state() + ", wanted " + task.wanted();
  }

  /** Returns one line for each of the newest changes of node, at most {@code most} lines. */
  List<String> moves(Instant now, int most) {
    List<String> lines = new ArrayList<>();
    for (Move move : stack.moves().stream().limit(most).toList()) {
      String why = move.before().error().isEmpty() ? "" : ": " + move.before().error();
      lines.add(
          "moved %s from %s to %s %s ago%s"
              .formatted(
                  move.place(), move.from(), move.to(), span(move.now().created(), now), why));
    }
    return lines;
  }

  static String span(Instant from, Instant to) {
    Duration span = Duration.between(from, to);
    long seconds = Math.max(0, span.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    return seconds < 3600
        ? seconds / 60 + "m " + seconds % 60 + "s"
        : seconds / 3600 + "h " + seconds % 3600 / 60 + "m";
  }
}
