package innkeeper.shell.project;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import innkeeper.api.thread.WatchedPool;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * {@code start}, {@code stop}, {@code restart ID…|--all [--wait S] [--no-wait]}: start and stop
 * servers, and wait for them.
 */
public record StartStopCommand(Services services, String name, Move move) implements Command {

  /** The default wait of a stop, the same as over HTTP. */
  private static final Duration DEFAULT_STOP = Duration.ofSeconds(2);

  private static final int SIDE_BY_SIDE = 8;

  /** The request to the supervisor. */
  public interface Move {
    Ticket ask(Supervisor supervisor, String id, Actor actor);
  }

  @Override
  public Help help() {
    boolean stop = name.equals("stop");
    return Help.of(
            name + " ID...|--all [--wait S]" + (stop ? "" : " [--no-wait]"),
            stop
                ? "stops servers and their child processes"
                : name + "s servers and waits until they are ready")
        .details(stop ? STOP : START)
        .argument(Help.Kind.PROJECT);
  }

  private static final String[] STOP = {
    "--all     every project",
    "--wait S  wait up to S seconds (0-3600); not there by then is exit status 1; 0: ask and go",
    "          without it: two seconds, and what is still under way is exit status 0"
  };

  private static final String[] START = {
    "--all      every project",
    "--wait S   wait up to S seconds (0-3600); default 30, and startSeconds",
    "--no-wait  only ask, as --wait 0",
    "A server that fails, or is not ready by then, is exit status 1. Ctrl-C ends only the waiting.",
    "A server whose last run failed is followed for 15 s after it is ready."
  };

  @Override
  public int run(Caller caller, Options options) throws Exception {
    Optional<Duration> wait = waiting(options);
    if (options.has("--all") == !options.plain().isEmpty()) {
      options.wrong(
          options.has("--all") ? "--all and IDs exclude each other" : "an ID or --all is missing");
    }
    options.check();
    Supervisor supervisor = services.get(Supervisor.class);
    Set<String> ids = new LinkedHashSet<>(options.plain());
    if (options.has("--all")) {
      supervisor.projects().forEach(p -> ids.add(p.channelId()));
    } else {
      // Names are checked before any action, so a typing mistake cannot stop only half of
      // the projects.
      services.projects(ids, "; nothing was done");
    }
    if (name.equals("stop")) {
      Duration longest = wait.orElse(DEFAULT_STOP);
      List<Ticket> tickets = askInTurn(caller, supervisor, ids, longest);
      boolean insist = wait.isPresent() && !longest.isZero();
      return settle(caller, tickets, longest, insist, ids.size());
    }
    return start(caller, supervisor, ids, wait);
  }

  private int start(Caller caller, Supervisor supervisor, Set<String> ids, Optional<Duration> wait)
      throws InterruptedException, ExecutionException {
    List<ProjectDefinition> definitions =
        supervisor.definitions().stream()
            .filter(d -> ids.contains(d.channelId()) || ids.contains(d.name()))
            .toList();
    Map<String, ProjectStatus> before = new HashMap<>();
    supervisor.projects().forEach(p -> before.put(p.channelId(), p));
    List<Ticket> tickets = ask(caller, supervisor, ids);
    boolean all = tickets.size() == ids.size();
    if (wait.isPresent() && wait.get().isZero()) {
      return settle(caller, tickets, Duration.ZERO, false, ids.size());
    }
    StartReport report = new StartReport(services, caller);
    report.warnOfPorts(definitions);
    Map<String, Ticket> byId = new HashMap<>();
    tickets.forEach(ticket -> byId.put(ticket.channelId(), ticket));
    report.await(
        tickets.stream()
            .map(
                ticket ->
                    ReadyWait.Start.of(ticket, Optional.ofNullable(before.get(ticket.channelId()))))
            .toList(),
        wait.orElseGet(() -> StartReport.patience(definitions)),
        result ->
            report.line(
                result.status(),
                result.end() == ReadyWait.End.READY && !byId.get(result.channelId()).changed()
                    ? "was so already"
                    : result.status().reason()));
    return all && report.good() ? 0 : 1;
  }

  /** Returns the time of {@code --wait}, zero for {@code --no-wait}; empty for neither of them. */
  static Optional<Duration> waiting(Options options) {
    if (options.has("--no-wait") && options.has("--wait")) {
      options.wrong("--wait and --no-wait exclude each other");
    }
    double seconds = options.has("--no-wait") ? 0 : options.seconds("--wait", 0, 0, 3600);
    return options.has("--no-wait") || options.has("--wait")
        ? Optional.of(Duration.ofNanos((long) (seconds * 1e9)))
        : Optional.empty();
  }

  /**
   * Sends the requests in parallel, because each one waits until it is on disk and the store writes
   * waiting ones together. Projects that start after others are requested afterwards, one by one.
   */
  private List<Ticket> ask(Caller caller, Supervisor supervisor, Set<String> ids)
      throws InterruptedException, ExecutionException {
    Map<String, List<String>> after = predecessors(supervisor);
    Map<Boolean, List<String>> free =
        ids.stream().collect(Collectors.partitioningBy(id -> !after.containsKey(id)));
    List<Ticket> tickets = new ArrayList<>();
    // If the system allows no further thread, the requests run on this thread.
    ExecutorService threads =
        new WatchedPool(
            "innkeeper-shell-requests",
            Math.min(SIDE_BY_SIDE, free.get(true).size()),
            SIDE_BY_SIDE,
            0,
            new LinkedBlockingQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    try {
      List<Callable<Optional<Ticket>>> requests = new ArrayList<>();
      free.get(true).forEach(id -> requests.add(() -> askOne(caller, supervisor, id)));
      for (Future<Optional<Ticket>> one : threads.invokeAll(requests)) {
        one.get().ifPresent(tickets::add);
      }
    } finally {
      threads.shutdownNow();
    }
    for (String id : free.get(false)) {
      askOne(caller, supervisor, id).ifPresent(tickets::add);
    }
    return tickets;
  }

  /** Returns the projects after which a project starts, by its channelId. */
  private static Map<String, List<String>> predecessors(Supervisor supervisor) {
    return supervisor.definitions().stream()
        .filter(d -> !d.after().isEmpty())
        .collect(Collectors.toMap(ProjectDefinition::channelId, ProjectDefinition::after));
  }

  /** Stops dependent projects before the projects that they start after, and waits in between. */
  private List<Ticket> askInTurn(
      Caller caller, Supervisor supervisor, Set<String> ids, Duration wait)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + wait.toNanos();
    Map<String, List<String>> after = predecessors(supervisor);
    List<Ticket> tickets = new ArrayList<>();
    Set<String> left = new LinkedHashSet<>(ids);
    while (!left.isEmpty()) {
      Set<String> needed = new HashSet<>();
      left.forEach(id -> needed.addAll(after.getOrDefault(id, List.of())));
      Set<String> now = new LinkedHashSet<>(left);
      now.removeAll(needed);
      if (now.isEmpty()) {
        // A cycle cannot be defined; this branch only prevents an endless loop.
        now.addAll(left);
      }
      left.removeAll(now);
      List<Ticket> asked = ask(caller, supervisor, now);
      for (Ticket ticket : left.isEmpty() ? List.<Ticket>of() : asked) {
        settled(ticket, deadline);
      }
      tickets.addAll(asked);
    }
    return tickets;
  }

  /** Waits for a request; returns empty if it is not settled at the deadline. */
  private static Optional<ProjectStatus> settled(Ticket ticket, long deadline)
      throws InterruptedException, ExecutionException {
    try {
      long left = Math.max(0, deadline - System.nanoTime());
      return Optional.of(ticket.settled().get(left, TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  private Optional<Ticket> askOne(Caller caller, Supervisor supervisor, String id) {
    try {
      return Optional.of(move.ask(supervisor, id, caller.actor()));
    } catch (StateConflictException | UnknownProjectException | StoreException e) {
      caller.note(name + " " + id + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private int settle(Caller caller, List<Ticket> tickets, Duration wait, boolean insist, int asked)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + wait.toNanos();
    boolean good = tickets.size() == asked;
    StartReport report = new StartReport(services, caller);
    for (Ticket ticket : tickets) {
      Optional<ProjectStatus> settled = settled(ticket, deadline);
      ProjectStatus status =
          settled
              .or(() -> services.now(Supervisor.class).flatMap(s -> s.project(ticket.channelId())))
              .orElse(ticket.status());
      good &= settled.isPresent() ? reached(status.state()) : !insist;
      report.line(
          status,
          settled.isEmpty()
              ? "still under way"
              : ticket.changed() ? status.reason() : "was so already");
    }
    return good ? 0 : 1;
  }

  private boolean reached(ProjectState state) {
    return name.equals("stop")
        ? state == ProjectState.STOPPED
            || state == ProjectState.EXITED
            || state == ProjectState.FATAL
        : state == ProjectState.RUNNING;
  }
}
