package innkeeper.history.incident;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Derives a project's incidents from its status: a pure function from what was known and what is
 * seen to what is known. Called with each change, and each few seconds without one.
 *
 * <p>A project has one incident at a time. It ends when the server has run well for a minute.
 * Trouble of the same group within 15 minutes of its end makes it last again; trouble of another
 * group ends it and begins another one. Crashes, failed starts, crash loops and flapping are one
 * group; each other kind is its own.
 */
final class ProjectRules {

  /** For so long a server runs well before an incident is over; backoff too begins anew then. */
  static final Duration SETTLED = Duration.ofMinutes(1);

  /** A server that was never ready gets so long to become it. */
  static final Duration FIRST_READY = Duration.ofMinutes(1);

  /**
   * What became of it.
   *
   * @param situation what is known now
   * @param opened whether its incident is a new one
   * @param closed the incident that the new one ended; empty for none
   * @param ended the end that was counted; empty for none
   */
  record Step(
      Situation situation, boolean opened, Optional<Incident> closed, Optional<End> ended) {}

  private final Situation was;
  private final ProjectStatus now;
  private final Instant at;
  private final boolean ready;

  /** Whether the probe has not given an answer yet that counts. */
  private final boolean unknown;

  private Optional<Incident> incident;
  private boolean opened;
  private Optional<Incident> closed = Optional.empty();

  private ProjectRules(Situation was, ProjectStatus now, Instant at) {
    this.was = was;
    this.now = now;
    this.at = at;
    boolean runs = now.state() == ProjectState.RUNNING;
    this.ready = runs && now.health().ready();
    this.unknown = runs && now.health().status() == HealthStatus.UNKNOWN;
    this.incident =
        was.incident()
            .filter(i -> i.to().isEmpty() || i.to().get().isAfter(at.minus(Incidents.REOPENS)));
  }

  static Step next(Situation was, ProjectStatus now, Instant at) {
    return new ProjectRules(was, now, at).step();
  }

  private Step step() {
    Optional<End> ended = end();
    boolean noted = now.lastExit().filter(exit -> exit.at().isAfter(was.lastEnd())).isPresent();
    // A look may be older than the change that was told before it: a halt is counted once.
    if (!noted && was.attempt() && halted() && !now.stateSince().equals(was.halt())) {
      another(job(IncidentKind.FAILED_START), now.stateSince());
    }
    grave();
    probe();
    Optional<Instant> well = wellSince();
    over(well);
    boolean starting = now.state() == ProjectState.STARTING;
    boolean runs = now.state() == ProjectState.RUNNING;
    boolean stays = runs || now.state() == ProjectState.STOPPING;
    Situation next =
        new Situation(
            incident,
            noted ? now.lastExit().get().at() : was.lastEnd(),
            starting || runs || (was.attempt() && !noted && !halted()),
            halted() ? now.stateSince() : was.halt(),
            runs || (was.ran() && stays && !noted),
            ready || (was.wasReady() && stays && !noted && !unknown),
            well,
            runs && !ready && !unknown
                ? Optional.of(was.unreadySince().orElse(at))
                : Optional.empty(),
            now.reason(),
            now.state() == ProjectState.FATAL);
    Situation told = next.with(next.incident().map(i -> told(i, next)));
    return new Step(told, opened, closed, ended);
  }

  private boolean halted() {
    return now.state() == ProjectState.BACKOFF || now.state() == ProjectState.FATAL;
  }

  /** An end that nobody asked for and that was not counted yet. */
  private Optional<End> end() {
    Optional<Exit> fresh =
        now.lastExit()
            .filter(exit -> exit.at().isAfter(was.lastEnd()))
            .filter(exit -> !exit.expected() || kind(exit).isPresent());
    if (fresh.isEmpty()) {
      return Optional.empty();
    }
    Exit exit = fresh.get();
    IncidentKind own = was.ran() ? IncidentKind.CRASH : IncidentKind.FAILED_START;
    IncidentKind kind = kind(exit).orElse(own);
    another(
        job(kind),
        kind == IncidentKind.PROBE_OUTAGE ? was.unreadySince().orElse(exit.at()) : exit.at());
    End end = new End(exit.at(), exit.code(), exit.signal(), 1, "", List.of(), exit.by());
    incident = incident.map(i -> IncidentEdit.of(i).ends(Ends.with(i.ends(), end)).incident());
    return Optional.of(end);
  }

  /** The kind of an end that the host or the kernel brought about; it counts whatever the code. */
  private static Optional<IncidentKind> kind(Exit exit) {
    return switch (exit.by()) {
      case PROBE -> Optional.of(IncidentKind.PROBE_OUTAGE);
      case MEMORY_LIMIT -> Optional.of(IncidentKind.MEMORY_RESTART);
      case KERNEL_OOM -> Optional.of(IncidentKind.MEMORY_KILL);
      case ITSELF, REQUEST, HOST, UNKNOWN -> Optional.empty();
    };
  }

  /** What a run of a job that failed is, whatever it is for others. */
  private IncidentKind job(IncidentKind others) {
    return now.job() ? IncidentKind.FAILED_RUN : others;
  }

  /** One more run that failed, of the incident that is there or of a new one. */
  private void another(IncidentKind kind, Instant from) {
    if (incident.filter(i -> group(i.kind()) == group(kind)).isEmpty()) {
      closed = incident.filter(Incident::open).map(i -> IncidentEdit.of(i).end(from).incident());
      begin(kind, from);
    }
    incident =
        incident.map(
            i -> {
              int runs = i.runs() + 1;
              return IncidentEdit.of(i).runs(runs).lasts().kind(graver(i, kind, runs)).incident();
            });
  }

  private static IncidentKind group(IncidentKind kind) {
    return switch (kind) {
      case FAILED_START, CRASH_LOOP, FLAPPING -> IncidentKind.CRASH;
      default -> kind;
    };
  }

  private static IncidentKind graver(Incident i, IncidentKind failed, int runs) {
    boolean early = failed == IncidentKind.FAILED_START || i.kind() == IncidentKind.FAILED_START;
    boolean neverRan = i.kind() == IncidentKind.FAILED_START && i.ends().isEmpty();
    return switch (i.kind()) {
      case CRASH, FAILED_START ->
          runs > 1 && early && !(neverRan && failed == IncidentKind.FAILED_START)
              ? IncidentKind.CRASH_LOOP
              : i.kind();
      default -> i.kind();
    };
  }

  private void begin(IncidentKind kind, Instant from) {
    incident = Optional.of(IncidentEdit.begin(now.channelId(), kind, from).incident());
    opened = true;
  }

  /** Derives what the state alone says: given up, flapping. */
  private void grave() {
    if (now.state() == ProjectState.FATAL) {
      if (incident.filter(Incident::open).isEmpty()) {
        begin(job(IncidentKind.CRASH_LOOP), now.stateSince());
        incident =
            incident.map(i -> IncidentEdit.of(i).runs(Math.max(1, now.restarts())).incident());
      }
      become(
          IncidentKind.CRASH_LOOP,
          i ->
              i.kind() == IncidentKind.CRASH && i.runs() > 1
                  || i.kind() == IncidentKind.FLAPPING
                  || i.kind() == IncidentKind.FAILED_START && i.runs() > 1 && !i.ends().isEmpty());
    }
    if (now.health().flapping()) {
      if (incident.isEmpty()) {
        begin(IncidentKind.FLAPPING, now.stateSince());
      }
      incident = incident.map(i -> i.open() ? i : IncidentEdit.of(i).lasts().incident());
      become(IncidentKind.FLAPPING, i -> i.kind() == IncidentKind.CRASH);
    }
  }

  private void become(IncidentKind kind, java.util.function.Predicate<Incident> which) {
    incident = incident.map(i -> which.test(i) ? IncidentEdit.of(i).kind(kind).incident() : i);
  }

  private void probe() {
    Instant since = was.unreadySince().orElse(at);
    boolean out =
        now.state() == ProjectState.RUNNING
            && !ready
            && !unknown
            && (was.wasReady() || !since.plus(FIRST_READY).isAfter(at));
    if (!out || incident.filter(Incident::open).isPresent()) {
      return;
    }
    if (incident.filter(i -> i.kind() == IncidentKind.PROBE_OUTAGE).isPresent()) {
      incident = incident.map(i -> IncidentEdit.of(i).lasts().incident());
    } else {
      begin(IncidentKind.PROBE_OUTAGE, since);
    }
  }

  private Optional<Instant> wellSince() {
    if (!ready) {
      return Optional.empty();
    }
    // An adopted server ran before its incident began; it is well from this host's first answer on.
    boolean late =
        was.unreadySince().isPresent()
            || incident.filter(i -> i.from().isAfter(now.stateSince())).isPresent();
    return was.wellSince().or(() -> Optional.of(late ? at : now.stateSince()));
  }

  private void over(Optional<Instant> well) {
    if (incident.filter(Incident::open).isEmpty()) {
      return;
    }
    Incident open = incident.get();
    boolean expected =
        now.state() == ProjectState.EXITED && now.lastExit().map(Exit::expected).orElse(false);
    if (now.state() == ProjectState.STOPPED || expected) {
      end(now.stateSince());
    } else if (well.isPresent()
        && !now.health().flapping()
        && open.kind() != IncidentKind.FAILED_RUN) {
      // That a job runs says nothing yet: its end does.
      Duration settled = open.runs() == 0 ? Duration.ZERO : SETTLED;
      if (!well.get().plus(settled).isAfter(at)) {
        end(well.get());
      }
    }
  }

  private void end(Instant when) {
    incident = incident.map(i -> IncidentEdit.of(i).end(when).incident());
  }

  /** With its cause in words, while it lasts. */
  private Incident told(Incident incident, Situation next) {
    String output = now.health().output();
    return incident.open()
        ? IncidentEdit.of(incident)
            .cause(Cause.of(incident, next.reason(), next.gaveUp(), output))
            .incident()
        : incident;
  }

  /** The project is defined no more. */
  static Situation removed(Situation was, Instant at) {
    return was.with(was.incident().map(i -> i.open() ? IncidentEdit.of(i).end(at).incident() : i));
  }

  /**
   * What was found out of an end after it was counted.
   *
   * @param found the end with its lines and its error
   * @param replaces when the end was whose lines are among these
   */
  static Situation evidence(Situation was, End found, Optional<Instant> replaces) {
    Optional<Incident> with =
        was.incident()
            .filter(i -> i.ends().stream().anyMatch(e -> e.at().equals(found.at())))
            .map(
                i -> {
                  List<End> ends = Ends.read(i.ends(), found, replaces);
                  Incident told = IncidentEdit.of(i).ends(ends).incident();
                  return IncidentEdit.of(told)
                      .cause(Cause.of(told, was.reason(), was.gaveUp(), ""))
                      .incident();
                });
    return with.isPresent() ? was.with(with) : was;
  }
}
