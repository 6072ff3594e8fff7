package innkeeper.history.incident;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.Incidents;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Derives a project's incidents from its status: a pure function of the last situation and the new
 * status. Called with each change, and every few seconds without one.
 *
 * <p>A project has one incident at a time. It ends when the server has run well for a minute.
 * Trouble of the same group within 15 minutes of its end opens it again. Trouble of another group
 * ends it and begins another one. Crashes, failed starts, crash loops and flapping are one group;
 * each other kind is its own.
 */
final class ProjectRules {

  /**
   * The time that a server must run well before an incident is over; the back-off is reset at the
   * same time.
   */
  static final Duration SETTLED = Duration.ofMinutes(1);

  /** The time that a server which was never ready has to become ready. */
  static final Duration FIRST_READY = Duration.ofMinutes(1);

  /**
   * The result of one status.
   *
   * @param situation the situation now
   * @param opened whether its incident is a new one
   * @param closed the incident that the new one ended; empty without one
   * @param ended the end that was counted; empty without one
   */
  record Step(
      Situation situation, boolean opened, Optional<Incident> closed, Optional<End> ended) {}

  private final Situation was;
  private final ProjectStatus now;
  private final Instant at;

  /** The start of this host's process. */
  private final Instant hostSince;

  private final boolean ready;

  /** True until the probe has given its first answer that counts. */
  private final boolean unknown;

  private Optional<Incident> incident;
  private boolean opened;
  private Optional<Incident> closed = Optional.empty();

  private ProjectRules(Situation was, ProjectStatus now, Instant at, Instant hostSince) {
    this.was = was;
    this.now = now;
    this.at = at;
    this.hostSince = hostSince;
    boolean runs = now.state() == ProjectState.RUNNING;
    this.ready = runs && now.health().ready();
    this.unknown = runs && now.health().status() == HealthStatus.UNKNOWN;
    this.incident =
        was.incident()
            .filter(i -> i.to().isEmpty() || i.to().get().isAfter(at.minus(Incidents.REOPENS)));
  }

  /**
   * @param hostSince the start of this host's process
   */
  static Step next(Situation was, ProjectStatus now, Instant at, Instant hostSince) {
    return new ProjectRules(was, now, at, hostSince).step();
  }

  private Step step() {
    Optional<Exit> fresh = now.lastExit().filter(exit -> exit.at().isAfter(was.lastEnd()));
    boolean noted = fresh.isPresent();
    Optional<End> ended = fresh.filter(this::counts).map(this::end);
    // A status may be older than a change that arrived before it: a halt is counted once.
    if (!noted && was.attempt() && halted() && !now.lifecycle().since().equals(was.halt())) {
      // The first restart is immediate, so it shows in the number of restarts only.
      int failed = was.tries() < 0 ? 1 : Math.max(1, tries() - was.tries());
      another(job(IncidentKind.FAILED_START), failed, now.lifecycle().since());
    }
    Optional<End> last = now.state() == ProjectState.FATAL ? gaveUp() : Optional.empty();
    Optional<End> counted = ended.or(() -> last);
    flapping();
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
            halted() ? now.lifecycle().since() : was.halt(),
            runs || (was.ran() && stays && !noted),
            ready || (was.wasReady() && stays && !noted && !unknown),
            well,
            runs && !ready && !unknown
                ? Optional.of(was.unreadySince().orElse(at))
                : Optional.empty(),
            noted || halted() || runs || now.restarts().count() == 0 || was.tries() < 0
                ? tries()
                : was.tries(),
            reason(),
            now.state() == ProjectState.FATAL,
            counted.isPresent() ? now.lastExit().get().expected() : was.expected());
    boolean away = fresh.filter(this::unseen).isPresent();
    Situation told = next.with(next.incident().map(i -> told(i, next, away)));
    return new Step(told, opened, closed, counted);
  }

  /** Returns the number of starts that failed or ended since the last requested one. */
  private int tries() {
    return now.restarts().count() + (now.state() == ProjectState.FATAL ? 1 : 0);
  }

  /** Returns whether the server ended while no host ran. */
  private boolean unseen(Exit exit) {
    return !was.attempt() && exit.at().isBefore(hostSince);
  }

  /**
   * Returns the reason of a failure. The reason of a stop, or of the next start, says nothing about
   * the trouble before it.
   */
  private String reason() {
    boolean failed = halted() || now.state() == ProjectState.EXITED;
    return failed || Cause.hasFigures(now.reason()) ? now.reason() : "";
  }

  private boolean halted() {
    return now.state() == ProjectState.BACKOFF || now.state() == ProjectState.FATAL;
  }

  /**
   * Returns whether an end is trouble. An end with a success code is trouble only while the project
   * is FLAPPING.
   */
  private boolean counts(Exit exit) {
    return !exit.expected() || kind(exit).isPresent() || exitsAgain(exit);
  }

  private boolean exitsAgain(Exit exit) {
    return flaps() && exit.by() == EndedBy.ITSELF && exit.expected();
  }

  private End end(Exit exit) {
    // If its start was not seen, the server ran before this host started or read its status.
    boolean ran = was.ran() || !was.attempt();
    IncidentKind own =
        exit.expected()
            ? IncidentKind.FLAPPING
            : ran ? IncidentKind.CRASH : IncidentKind.FAILED_START;
    IncidentKind kind = kind(exit).orElse(own);
    another(
        job(kind),
        1,
        kind == IncidentKind.PROBE_OUTAGE ? was.unreadySince().orElse(exit.at()) : exit.at());
    if (opened && kind == IncidentKind.FLAPPING) {
      // The incident includes the earlier ends, which count only since the project is flapping.
      incident = incident.map(i -> IncidentEdit.of(i).runs(Cause.FLAPS).incident());
    }
    return with(exit, 1);
  }

  private End with(Exit exit, int count) {
    End end = new End(exit.at(), exit.code(), exit.signal(), count, "", List.of(), exit.by());
    incident =
        incident.map(i -> IncidentEdit.of(i).ends(Ends.with(i.course().ends(), end)).incident());
    return end;
  }

  /**
   * Returns the kind of an end that the host or the kernel caused; it counts with any exit code.
   */
  private static Optional<IncidentKind> kind(Exit exit) {
    return switch (exit.by()) {
      case PROBE -> Optional.of(IncidentKind.PROBE_OUTAGE);
      case MEMORY_LIMIT -> Optional.of(IncidentKind.MEMORY_RESTART);
      case KERNEL_OOM -> Optional.of(IncidentKind.MEMORY_KILL);
      case ITSELF, REQUEST, HOST, UNKNOWN -> Optional.empty();
    };
  }

  /** Returns FAILED_RUN for a job, else the given kind. */
  private IncidentKind job(IncidentKind others) {
    return now.job() ? IncidentKind.FAILED_RUN : others;
  }

  /** Adds failed runs to the present incident, or to a new one. */
  private void another(IncidentKind kind, int failed, Instant from) {
    if (incident.filter(i -> group(i.kind()) == group(kind)).isEmpty()) {
      closed = incident.filter(Incident::open).map(i -> IncidentEdit.of(i).end(from).incident());
      begin(kind, from);
    }
    incident =
        incident.map(
            i -> {
              int runs = i.course().runs() + failed;
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
    boolean neverRan = i.kind() == IncidentKind.FAILED_START && i.course().ends().isEmpty();
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

  /**
   * Derives the incident that the state FATAL implies.
   *
   * @return the last end, if its incident begins only now: the ends before it were expected
   */
  private Optional<End> gaveUp() {
    Optional<End> last = Optional.empty();
    if (incident.filter(Incident::open).isEmpty()) {
      begin(job(IncidentKind.CRASH_LOOP), now.lifecycle().since());
      incident = incident.map(i -> IncidentEdit.of(i).runs(tries()).incident());
      last =
          now.lastExit()
              .filter(exit -> now.reason().endsWith("last: " + exit.sentence()))
              .map(exit -> with(exit, tries()));
    }
    become(
        IncidentKind.CRASH_LOOP,
        i ->
            i.kind() == IncidentKind.CRASH && i.course().runs() > 1
                || i.kind() == IncidentKind.FLAPPING
                || i.kind() == IncidentKind.FAILED_START
                    && i.course().runs() > 1
                    && !i.course().ends().isEmpty());
    return last;
  }

  /** Returns whether the project is FLAPPING and not at rest. */
  private boolean flaps() {
    return now.health().flapping()
        && switch (now.state()) {
          case STOPPED, EXITED -> false;
          case STARTING, RUNNING, STOPPING, BACKOFF, FATAL, UNKNOWN -> true;
        };
  }

  /**
   * Derives the incident that FLAPPING implies. An end for a probe or for memory is not a crash.
   */
  private void flapping() {
    if (!flaps()) {
      return;
    }
    if (incident.isEmpty()) {
      begin(IncidentKind.FLAPPING, now.lifecycle().since());
    }
    if (incident.filter(ProjectRules::crashes).isPresent()) {
      incident = incident.map(i -> i.open() ? i : IncidentEdit.of(i).lasts().incident());
      become(IncidentKind.FLAPPING, i -> i.kind() == IncidentKind.CRASH);
    }
  }

  private static boolean crashes(Incident incident) {
    return group(incident.kind()) == IncidentKind.CRASH;
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
    // An adopted server ran before its incident began; it counts as well from this host's first
    // answer on. The same is true for one that was not probed, or did not answer, before.
    boolean late =
        was.unreadySince().isPresent()
            || was.ran() && !was.wasReady()
            || incident.filter(i -> i.from().isAfter(now.lifecycle().since())).isPresent();
    return was.wellSince().or(() -> Optional.of(late ? at : now.lifecycle().since()));
  }

  private void over(Optional<Instant> well) {
    if (incident.filter(Incident::open).isEmpty()) {
      return;
    }
    Incident open = incident.get();
    boolean expected =
        now.state() == ProjectState.EXITED && now.lastExit().map(Exit::expected).orElse(false);
    if (now.state() == ProjectState.STOPPED || expected) {
      end(now.lifecycle().since());
    } else if (well.isPresent()
        && !(now.health().flapping() && crashes(open))
        && open.kind() != IncidentKind.FAILED_RUN) {
      // A running job proves nothing yet; only its end does.
      Duration settled = open.course().runs() == 0 ? Duration.ZERO : SETTLED;
      if (!well.get().plus(settled).isAfter(at)) {
        end(well.get());
      }
    }
  }

  private void end(Instant when) {
    incident = incident.map(i -> IncidentEdit.of(i).end(when).incident());
  }

  /** Returns an open incident with its cause in words. */
  private Incident told(Incident incident, Situation next, boolean away) {
    boolean asked = now.state() == ProjectState.RUNNING && !ready && !unknown;
    String output = asked ? now.health().output() : "";
    return incident.open()
        ? IncidentEdit.of(incident).cause(next.cause(incident, away, output)).incident()
        : incident;
  }

  /** Ends the incident of a removed project. */
  static Situation removed(Situation was, Instant at) {
    return was.with(was.incident().map(i -> i.open() ? IncidentEdit.of(i).end(at).incident() : i));
  }

  /**
   * Adds the evidence about an end after it was counted.
   *
   * @param found the end with its lines and its error
   * @param replaces the time of an end whose lines are among these
   */
  static Situation evidence(Situation was, End found, Optional<Instant> replaces) {
    Optional<Incident> with =
        was.incident()
            .filter(i -> i.course().ends().stream().anyMatch(e -> e.at().equals(found.at())))
            .map(
                i -> {
                  List<End> ends = Ends.read(i.course().ends(), found, replaces);
                  Incident told = IncidentEdit.of(i).ends(ends).incident();
                  return IncidentEdit.of(told).cause(was.cause(told, false, "")).incident();
                });
    return with.isPresent() ? was.with(with) : was;
  }
}
