package innkeeper.xmlrpc;

import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The methods for processes: show, start, stop and signal them. */
final class ProcessMethods {

  private static final Actor ACTOR = Actor.of(Actor.Via.HTTP);

  private final HostServices services;
  private final PendingResult pending;
  private final Clock clock;

  ProcessMethods(HostServices services, ScheduledExecutorService timer, Clock clock) {
    this.services = services;
    this.pending = new PendingResult(services, timer);
    this.clock = clock;
  }

  List<Method> table() {
    return List.of(
        Method.now(
            "array supervisor.getAllProcessInfo",
            "All projects, as getProcessInfo shows them.",
            a -> all().stream().map(this::info).toList()),
        Method.now(
            "struct supervisor.getProcessInfo string",
            "One project: state, times, pid.",
            a -> info(Namespec.one(supervisor(), a.string(0)))),
        Method.later(
            "boolean supervisor.startProcess string boolean",
            "Starts a project; waits until it runs unless the second parameter is false.",
            a -> one(a.string(0), a.waits(1), this::start, this::notRunning)),
        Method.later(
            "array supervisor.startProcessGroup string boolean",
            "Starts the project of that channelId.",
            a -> each(group(a.string(0)), this::notRunning, p -> start(p, a.waits(1)))),
        Method.later(
            "array supervisor.startAllProcesses boolean",
            "Starts all projects that do not run.",
            a -> each(all(), this::notRunning, p -> start(p, a.waits(0)))),
        Method.later(
            "boolean supervisor.stopProcess string boolean",
            "Stops a project; waits until it is gone unless the second parameter is false.",
            a -> one(a.string(0), a.waits(1), this::stop, this::running)),
        Method.later(
            "array supervisor.stopProcessGroup string boolean",
            "Stops the project of that channelId.",
            a -> each(group(a.string(0)), this::running, p -> stop(p, a.waits(1)))),
        Method.later(
            "array supervisor.stopAllProcesses boolean",
            "Stops all projects that run.",
            a -> each(all(), this::running, p -> stop(p, a.waits(0)))),
        Method.now(
            "boolean supervisor.signalProcess string string",
            "Sends a signal, by name or number, to a project's server.",
            a -> signal(a.string(0), SignalName.of(a.values().get(1)))),
        Method.now(
            "array supervisor.signalProcessGroup string string",
            "Sends a signal to the server of the project of that channelId.",
            a -> signals(group(a.string(0)), SignalName.of(a.values().get(1)))),
        Method.now(
            "array supervisor.signalAllProcesses string",
            "Sends a signal to every server.",
            a -> signals(all(), SignalName.of(a.values().get(0)))));
  }

  private Supervisor supervisor() {
    return services.supervisor();
  }

  private List<ProjectStatus> all() {
    return supervisor().projects().stream()
        .sorted(Comparator.comparing(ProjectStatus::channelId))
        .toList();
  }

  private List<ProjectStatus> group(String name) {
    return Namespec.group(supervisor(), name);
  }

  private Object info(ProjectStatus p) {
    return ProcessInfo.of(p, clock.instant(), ZoneId.systemDefault());
  }

  private boolean running(ProjectStatus p) {
    return switch (p.state()) {
      case RUNNING, STARTING, BACKOFF -> true;
      default -> false;
    };
  }

  private boolean notRunning(ProjectStatus p) {
    return !running(p);
  }

  private interface Act {
    CompletableFuture<Object> on(ProjectStatus project, boolean wait);
  }

  /** Acts on a process, or for {@code group:*} on each process of the group. */
  private CompletableFuture<Object> one(
      String name, boolean wait, Act act, Predicate<ProjectStatus> fits) {
    Namespec spec = Namespec.of(name);
    return spec.process().isEmpty()
        ? each(group(spec.group()), fits, p -> act.on(p, wait))
        : act.on(Namespec.one(supervisor(), name), wait);
  }

  private CompletableFuture<Object> start(ProjectStatus p, boolean wait) {
    String name = Namespec.of(p);
    if (running(p)) {
      throw new Fault(FaultCode.ALREADY_STARTED, name);
    }
    if (p.state() == ProjectState.UNKNOWN) {
      throw new Fault(FaultCode.FAILED, name + " is in an unknown process state");
    }
    Ticket ticket = asked(() -> supervisor().start(p.channelId(), ACTOR));
    if (!wait) {
      return pending.shown(ticket, this::running);
    }
    return pending.ended(ticket, ProjectState.STARTING).thenApply(now -> started(name, now));
  }

  private static Object started(String name, ProjectStatus now) {
    return switch (now.state()) {
      case RUNNING -> true;
      case BACKOFF, FATAL -> throw new Fault(spawnFault(now.reason()), spawnWords(name, now));
      default -> throw new Fault(FaultCode.ABNORMAL_TERMINATION, name);
    };
  }

  /**
   * Returns the fault code for a failed start. The supervisor's reason shows at which stage it
   * failed.
   */
  private static FaultCode spawnFault(String reason) {
    if (reason.startsWith("not found") || reason.startsWith("no such")) {
      return FaultCode.NO_FILE;
    }
    return reason.startsWith("not executable") || reason.startsWith("permission denied")
        ? FaultCode.NOT_EXECUTABLE
        : FaultCode.SPAWN_ERROR;
  }

  private static String spawnWords(String name, ProjectStatus now) {
    return name + (now.reason().isEmpty() ? "" : " (" + now.reason() + ")");
  }

  private CompletableFuture<Object> stop(ProjectStatus p, boolean wait) {
    String name = Namespec.of(p);
    if (notRunning(p)) {
      throw new Fault(FaultCode.NOT_RUNNING, name);
    }
    Ticket ticket = asked(() -> supervisor().stop(p.channelId(), ACTOR));
    if (!wait) {
      return pending.shown(ticket, this::notRunning);
    }
    return pending
        .ended(ticket, ProjectState.STOPPING)
        .thenApply(
            now -> {
              if (running(now)) {
                throw new Fault(FaultCode.FAILED, name + " was started again meanwhile");
              }
              return true;
            });
  }

  private Object signal(String name, String signal) {
    Namespec spec = Namespec.of(name);
    return spec.process().isEmpty()
        ? signals(group(spec.group()), signal)
        : signal(Namespec.one(supervisor(), name), signal);
  }

  private Object signal(ProjectStatus p, String signal) {
    if (!signallable(p)) {
      throw new Fault(FaultCode.NOT_RUNNING, Namespec.of(p));
    }
    return asked(
        () -> {
          supervisor().signal(p.channelId(), signal, ACTOR);
          return true;
        });
  }

  private static boolean signallable(ProjectStatus p) {
    return p.server().pid().isPresent()
        && switch (p.state()) {
          case RUNNING, STARTING, STOPPING -> true;
          default -> false;
        };
  }

  private Object signals(List<ProjectStatus> projects, String signal) {
    List<Object> results = new ArrayList<>();
    for (ProjectStatus p : projects) {
      if (signallable(p)) {
        try {
          signal(p, signal);
          results.add(result(p, null));
        } catch (Fault fault) {
          results.add(result(p, fault));
        }
      }
    }
    return results;
  }

  private CompletableFuture<Object> each(
      List<ProjectStatus> projects,
      Predicate<ProjectStatus> fits,
      Function<ProjectStatus, CompletableFuture<Object>> act) {
    List<CompletableFuture<Object>> results =
        projects.stream().filter(fits).map(p -> done(p, act)).toList();
    return CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> results.stream().map(CompletableFuture::join).toList());
  }

  private static CompletableFuture<Object> done(
      ProjectStatus p, Function<ProjectStatus, CompletableFuture<Object>> act) {
    try {
      return act.apply(p)
          .handle((value, failure) -> result(p, failure == null ? null : Fault.of(failure)));
    } catch (Fault fault) {
      return CompletableFuture.completedFuture(result(p, fault));
    }
  }

  /** Returns one row of the answer to a request for many processes. */
  static Map<String, Object> result(ProjectStatus p, Fault fault) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", p.name());
    map.put("group", p.channelId());
    map.put("status", (fault == null ? FaultCode.SUCCESS : fault.code()).number());
    map.put("description", fault == null ? "OK" : fault.getMessage());
    return map;
  }

  private static <T> T asked(Supplier<T> request) {
    try {
      return request.get();
    } catch (UnknownProjectException | StateConflictException | CompletionException e) {
      throw Fault.of(e);
    }
  }
}
