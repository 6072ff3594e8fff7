package innkeeper.shell.command;

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
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import innkeeper.shell.cli.TextTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code start}, {@code stop}, {@code restart ID…|--all [--wait S]}. */
final class StartStopCommand implements Command {

  /** As over HTTP. */
  private static final double DEFAULT_WAIT_SECONDS = 2;

  /** What is asked of the supervisor. */
  interface Move {
    Ticket ask(Supervisor supervisor, String id, Actor actor);
  }

  private final AwaitedServices services;
  private final String name;
  private final Move move;

  StartStopCommand(AwaitedServices services, String name, Move move) {
    this.services = services;
    this.name = name;
    this.move = move;
  }

  @Override
  public Help help() {
    return Help.of(
            name + " ID...|--all [--wait S]",
            name.equals("stop")
                ? "stops servers, with all they started"
                : name + "s servers and waits for them a moment")
        .details(
            "--all     every project",
            "--wait S  wait up to S seconds (0-3600); not there by then is exit status 1; 0: ask and go",
            "          without it: two seconds, and what is still under way is exit status 0")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    double wait = seconds(options);
    if (options.has("--all") == !options.plain().isEmpty()) {
      options.wrong(
          options.has("--all") ? "--all and IDs exclude each other" : "an ID or --all is missing");
    }
    options.checkNoRest();
    Supervisor supervisor = services.supervisor();
    Set<String> ids = new LinkedHashSet<>(options.plain());
    if (options.has("--all")) {
      supervisor.projects().forEach(p -> ids.add(p.channelId()));
    } else {
      // All or nothing as far as names go: a typing mistake must not stop half of them.
      List<String> unknown = ids.stream().filter(id -> supervisor.project(id).isEmpty()).toList();
      if (!unknown.isEmpty()) {
        throw new CommandRefusedException(
            "unknown project " + String.join(", ", unknown) + "; nothing was done");
      }
    }
    List<Ticket> tickets =
        name.equals("stop")
            ? askInTurn(caller, supervisor, ids, wait)
            : ask(caller, supervisor, ids);
    return settle(caller, tickets, wait, options.has("--wait") && wait > 0, ids.size());
  }

  private static final int SIDE_BY_SIDE = 8;

  private static double seconds(Options options) {
    Optional<String> value = options.value("--wait");
    if (value.isEmpty()) {
      return DEFAULT_WAIT_SECONDS;
    }
    try {
      double seconds = Double.parseDouble(value.get());
      if (seconds >= 0 && seconds <= 3600) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // Said below, as for one out of range.
    }
    options.wrong("--wait is " + value.get() + "; allowed: seconds from 0 to 3600");
    return 0;
  }

  /**
   * Side by side, for each request waits until it is on disk, and the store writes those that wait
   * together. Projects that start after others are asked for later, in their turn.
   */
  private List<Ticket> ask(Caller caller, Supervisor supervisor, Set<String> ids)
      throws InterruptedException, ExecutionException {
    Map<String, ProjectDefinition> known = new HashMap<>();
    supervisor.definitions().forEach(d -> known.put(d.channelId(), d));
    List<String> free = new ArrayList<>();
    List<String> bound = new ArrayList<>();
    for (String id : ids) {
      boolean alone = !known.containsKey(id) || known.get(id).after().isEmpty();
      (alone ? free : bound).add(id);
    }
    List<Ticket> tickets = new ArrayList<>();
    // Where the system gives no thread, the requests are made on this one.
    ExecutorService threads =
        new WatchedPool(
            "innkeeper-shell-requests",
            Math.min(SIDE_BY_SIDE, free.size()),
            SIDE_BY_SIDE,
            0,
            new LinkedBlockingQueue<>(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    try {
      List<Future<Optional<Ticket>>> asked = new ArrayList<>();
      for (String id : free) {
        asked.add(threads.submit(() -> askOne(caller, supervisor, id)));
      }
      for (Future<Optional<Ticket>> one : asked) {
        one.get().ifPresent(tickets::add);
      }
    } finally {
      threads.shutdownNow();
    }
    for (String id : bound) {
      askOne(caller, supervisor, id).ifPresent(tickets::add);
    }
    return tickets;
  }

  /** Those that start after others stop before them, and are waited for in between. */
  private List<Ticket> askInTurn(Caller caller, Supervisor supervisor, Set<String> ids, double wait)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + (long) (wait * 1e9);
    Map<String, ProjectDefinition> known = new HashMap<>();
    supervisor.definitions().forEach(d -> known.put(d.channelId(), d));
    List<Ticket> tickets = new ArrayList<>();
    Set<String> left = new LinkedHashSet<>(ids);
    while (!left.isEmpty()) {
      Set<String> needed = new LinkedHashSet<>();
      for (String id : left) {
        if (known.containsKey(id)) {
          needed.addAll(known.get(id).after());
        }
      }
      Set<String> now = new LinkedHashSet<>(left);
      now.removeAll(needed);
      if (now.isEmpty()) {
        // No circle is ever defined; this only keeps one from hanging us.
        now.addAll(left);
      }
      left.removeAll(now);
      List<Ticket> asked = ask(caller, supervisor, now);
      for (Ticket ticket : left.isEmpty() ? List.<Ticket>of() : asked) {
        try {
          ticket.settled().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
          // As long as the caller waits and no longer; then the rest is asked all the same.
          continue;
        }
      }
      tickets.addAll(asked);
    }
    return tickets;
  }

  private Optional<Ticket> askOne(Caller caller, Supervisor supervisor, String id) {
    try {
      return Optional.of(move.ask(supervisor, id, caller.actor()));
    } catch (StateConflictException | UnknownProjectException | StoreException e) {
      caller.err().println("innkeeper: " + name + " " + id + ": " + SafeText.line(e.getMessage()));
      return Optional.empty();
    }
  }

  private int settle(Caller caller, List<Ticket> tickets, double wait, boolean insist, int asked)
      throws InterruptedException, ExecutionException {
    long deadline = System.nanoTime() + (long) (wait * 1e9);
    boolean good = tickets.size() == asked;
    for (Ticket ticket : tickets) {
      ProjectStatus status = ticket.status();
      boolean settled = true;
      try {
        status =
            ticket.settled().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        settled = false;
        status =
            services
                .now()
                .supervisor()
                .get()
                .flatMap(s -> s.project(ticket.channelId()))
                .orElse(status);
      }
      good &= settled ? reached(status.state()) : !insist;
      TextTable.Cell state = Human.state(status.state());
      String remark =
          !settled
              ? "still under way"
              : ticket.changed() ? SafeText.line(status.reason()) : "was so already";
      caller
          .out()
          .println(
              status.name()
                  + "  "
                  + state.colour().paint(state.text(), caller.colour())
                  + (status.pid().isPresent() ? "  pid " + status.pid().getAsLong() : "")
                  + (remark.isEmpty() ? "" : "  " + remark));
      caller.out().flush();
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
