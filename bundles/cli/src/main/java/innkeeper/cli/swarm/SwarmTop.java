package innkeeper.cli.swarm;

import innkeeper.cli.far.Transport;
import innkeeper.cli.swarm.SwarmStack.Node;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.terminal.Widths;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Shows all projects of a Docker Swarm stack in one table. The manager of the Swarm reports the
 * tasks and nodes; the host in each container reports the figures of its projects. A container that
 * is slow or cannot be reached is shown with its previous figures.
 */
public final class SwarmTop implements AutoCloseable {

  private static final long PERIOD_MS = 2_000;

  /** The number of containers that are asked at the same time. */
  private static final int AT_ONCE = 4;

  private static final int MOST_MOVES = 3;
  private static final String NONE = "–";
  private static final String KEYS = "o sort  q quit";

  /** Reads the current state from the manager. */
  public interface Source {
    SwarmView view() throws IOException;
  }

  /** Reads the records of the projects in a task's container, one a line. */
  public interface Ask {
    List<String> records(Transport task) throws IOException;
  }

  /** The orders in which the table can be sorted. */
  private enum Order {
    CPU,
    MEM,
    TASK,
    NODE
  }

  /** The last records of a container, and the reason why it does not answer now; "" if it does. */
  private record Answer(List<TaskProject> projects, String wrong) {}

  private record Row(String task, String node, String state, TaskProject project, String why) {}

  private final Source source;
  private final Ask ask;
  private final Clock clock;
  private final ScheduledExecutorService manager =
      Executors.newSingleThreadScheduledExecutor(SwarmTop::daemon);
  private final ExecutorService containers =
      Executors.newFixedThreadPool(AT_ONCE, SwarmTop::daemon);

  // The fields below are guarded by this.
  private final Map<String, Answer> answers = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private SwarmView view;
  private String wrong = "";
  private Order order = Order.CPU;

  /**
   * @param first the state that the manager has already reported
   */
  public SwarmTop(SwarmView first, Source source, Ask ask, Clock clock) {
    this.view = first;
    this.source = source;
    this.ask = ask;
    this.clock = clock;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(null, work, "swarm-top", 256 * 1024);
    thread.setDaemon(true);
    return thread;
  }

  /** Asks the manager every two seconds from now on, and the containers after it. */
  public void start() {
    askContainers();
    manager.scheduleWithFixedDelay(this::refresh, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  private void refresh() {
    try {
      SwarmView now = source.view();
      synchronized (this) {
        view = now;
        wrong = "";
      }
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        wrong = "the manager did not answer, what is shown is of before: " + e.getMessage();
      }
    }
    askContainers();
  }

  /** Asks each container that runs, except those that have not answered yet. */
  private synchronized void askContainers() {
    Set<String> there = new HashSet<>();
    for (Transport task : view.transports()) {
      there.add(task.name());
      if (asked.add(task.name())) {
        containers.execute(() -> askOne(task));
      }
    }
    answers.keySet().retainAll(there);
  }

  private void askOne(Transport task) {
    List<TaskProject> projects = List.of();
    String why = "";
    try {
      projects = ask.records(task).stream().flatMap(r -> TaskProject.read(r).stream()).toList();
    } catch (IOException | RuntimeException e) {
      String name = task.name() + ": ";
      String said = String.valueOf(e.getMessage());
      why = said.startsWith(name) ? said.substring(name.length()) : said;
    }
    synchronized (this) {
      asked.remove(task.name());
      Answer before = answers.get(task.name());
      boolean keep = !why.isEmpty() && before != null;
      answers.put(task.name(), new Answer(keep ? before.projects() : projects, why));
    }
  }

  /** Sorts by the next of cpu, mem, task, node. */
  public synchronized void sortByNext() {
    order = Order.values()[(order.ordinal() + 1) % Order.values().length];
  }

  /** Returns the lines of the whole screen. */
  public synchronized List<String> draw(int rows, int columns) {
    List<String> moves = view.moves(clock.instant(), MOST_MOVES);
    List<String> table = table(columns);
    int room = Math.max(1, rows - 2 - moves.size());
    List<String> lines = new ArrayList<>();
    lines.add(head(table.size() - room));
    lines.addAll(table.subList(0, Math.min(room, table.size())));
    lines.addAll(moves);
    while (lines.size() < rows - 1) {
      lines.add("");
    }
    lines.subList(Math.max(0, rows - 1), lines.size()).clear();
    lines.add(wrong.isEmpty() ? KEYS : wrong);
    return lines.stream().map(line -> Widths.start(SafeText.line(line), columns)).toList();
  }

  private String head(int hidden) {
    SwarmStack stack = view.stack();
    String nodes =
        stack.nodes().values().stream()
            .map((Node n) -> n.name() + " " + n.state().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    long running = stack.current().stream().filter(SwarmTask::runs).count();
    return "%s: %d of %d tasks run; nodes: %s; sorted by %s%s"
        .formatted(
            stack.name(),
            running,
            stack.current().size(),
            nodes,
            order.name().toLowerCase(Locale.ROOT),
            hidden > 0 ? "; " + hidden + " rows do not fit" : "");
  }

  private List<String> table(int columns) {
    List<Row> rows = new ArrayList<>();
    view.stack().current().forEach(task -> rows.addAll(rows(task)));
    rows.sort(comparator());
    TextTable table =
        new TextTable(
            "TASK", "NODE", "PROJECT", "STATE", "CPU", "MEM", "RESTARTS", "UPTIME", "WHY");
    for (Row row : rows) {
      TaskProject p = row.project();
      table.row(
          row.task(),
          row.node(),
          p.id(),
          row.state(),
          p.cpuPercent() < 0 ? NONE : String.format(Locale.ROOT, "%.1f%%", p.cpuPercent()),
          p.rssBytes() < 0
              ? NONE
              : String.format(Locale.ROOT, "%.1f MiB", p.rssBytes() / 1048576.0),
          p.restarts() < 0 ? NONE : p.restarts(),
          p.uptimeMs() < 0 ? NONE : uptime(p),
          row.why());
    }
    return table.lines(columns, false);
  }

  private static String uptime(TaskProject project) {
    return SwarmView.span(Instant.EPOCH, Instant.ofEpochMilli(project.uptimeMs()));
  }

  private List<Row> rows(SwarmTask task) {
    String node = view.stack().node(task);
    String state = SwarmView.state(task);
    Answer said =
        task.runs()
            ? answers.getOrDefault(view.transport(task).name(), new Answer(List.of(), ""))
            : new Answer(List.of(), task.error());
    if (said.projects().isEmpty()) {
      return List.of(new Row(task.place(), node, state, TaskProject.NONE, said.wrong()));
    }
    return said.projects().stream()
        .map(p -> new Row(task.place(), node, p.state(), p, said.wrong()))
        .toList();
  }

  private Comparator<Row> comparator() {
    Comparator<Row> byTask =
        Comparator.comparing(Row::task).thenComparing(row -> row.project().id());
    return switch (order) {
      case CPU ->
          Comparator.comparing((Row row) -> row.project().cpuPercent())
              .reversed()
              .thenComparing(byTask);
      case MEM ->
          Comparator.comparing((Row row) -> row.project().rssBytes())
              .reversed()
              .thenComparing(byTask);
      case TASK -> byTask;
      case NODE -> Comparator.comparing(Row::node).thenComparing(byTask);
    };
  }

  @Override
  public void close() {
    manager.shutdownNow();
    containers.shutdownNow();
  }
}
