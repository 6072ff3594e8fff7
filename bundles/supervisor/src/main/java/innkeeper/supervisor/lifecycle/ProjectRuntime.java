package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.common.time.IsoTime;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.LastRun;
import innkeeper.supervisor.run.Moment;
import innkeeper.supervisor.run.PendingAudit;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.SpawnException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The known facts about one project. Used on the project's queue only. */
public final class ProjectRuntime {

  /** The meaning of FLAPPING in words. */
  public static final String ENDED_OFTEN =
      "it ended 3 or more times within 15 minutes without a request";

  private static final Logger LOG = LoggerFactory.getLogger(ProjectRuntime.class);

  private final SupervisorContext context;
  private final Backoff backoff;
  private final Flapping flapping = new Flapping();
  private final List<PendingAudit> owed = new ArrayList<>();
  private final Consumer<PendingAudit> paid;
  private ProjectDefinition definition;
  private Moment since;
  private boolean fresh;
  private String reason = "";

  /** The reason why the project's log waits for the disk; "" if the log does not wait. */
  private String logWait = "";

  private long incarnation;
  private long handled;
  private Moment spawned;
  private int restarts;
  private Optional<Moment> retryAt = Optional.empty();
  private Optional<Exit> lastExit = Optional.empty();
  private ProbeHealth health;
  private String takenName;
  private boolean removing;

  /** The incarnation whose output held the line of its probe; 0 if none did. */
  private long lineSeen;

  private Optional<LastRun> recalled = Optional.empty();

  /**
   * @param paid called on the journal's thread once the audit entry of an end is on disk
   */
  ProjectRuntime(
      SupervisorContext context, ProjectDefinition definition, Consumer<PendingAudit> paid) {
    this.context = context;
    this.paid = paid;
    this.definition = definition;
    this.backoff = new Backoff(context.random());
    this.since = context.now().moment();
  }

  String channelId() {
    return definition.channelId();
  }

  ProjectDefinition definition() {
    return definition;
  }

  void definition(ProjectDefinition now) {
    definition = now;
  }

  String reason() {
    return reason;
  }

  void reason(String text) {
    reason = text;
  }

  void logWait(String why) {
    logWait = why;
  }

  /**
   * Returns the text that is displayed while a server waits for the disk; "" if it does not wait.
   */
  private String waiting(ProjectState shown) {
    boolean waits = shown == ProjectState.RUNNING && !logWait.isEmpty();
    return waits ? ProjectStatus.WAITS_FOR_DISK + ": " + logWait : "";
  }

  private String shownReason(ProjectState shown) {
    String waiting = waiting(shown);
    return waiting.isEmpty() || reason.isEmpty() ? waiting + reason : waiting + "; " + reason;
  }

  private ProbeHealth withWaiting(ProjectState shown, ProbeHealth found) {
    String waiting = waiting(shown);
    return waiting.isEmpty()
        ? found
        : new ProbeHealth(
            found.status().and(HealthStatus.WARN),
            found.alive(),
            found.ready(),
            found.flapping(),
            waiting);
  }

  long incarnation() {
    return incarnation;
  }

  long nextIncarnation() {
    return ++incarnation;
  }

  public void atLeast(long number) {
    incarnation = Math.max(incarnation, number);
  }

  /** Notes that a displayed state begins now. */
  void entered(ProjectState was, ProjectState now) {
    // The clock is read with the first status, because a state must be entered even if that read
    // fails.
    fresh |= now != was;
  }

  private Moment.Now now() {
    Moment.Now now = context.now();
    if (fresh) {
      since = now.moment();
      fresh = false;
    }
    return now;
  }

  /**
   * Forgets all tries. A host that starts after a clean stop or a boot forgets the ends as well.
   */
  void resetTries() {
    backoff.reset();
    restarts = 0;
    if (spawned == null) {
      flapping.reset();
    }
  }

  /** Notes that the next try follows after that pause. */
  void retryIn(Duration delay) {
    retryAt = Optional.of(context.now().in(delay));
  }

  void noRetry() {
    retryAt = Optional.empty();
  }

  void health(ProbeHealth now) {
    health = now;
  }

  /** Returns the incarnation whose output held the line of its probe; 0 if none did. */
  long lineSeen() {
    return lineSeen;
  }

  void lineSeen(long number) {
    lineSeen = number;
  }

  /** Returns how long the present server has lived. */
  Duration age() {
    return spawned.age(context.now());
  }

  /** Notes whether the project is being removed. */
  void removing(boolean now) {
    removing = now;
  }

  /** Returns whether the last supervisor was about to start it once more. */
  boolean startFollowed() {
    return recalled.filter(LastRun::startFollows).isPresent();
  }

  /**
   * Takes the log name for this project, because run files are named by it: two incarnations must
   * not share one.
   */
  void takeName() throws SpawnException {
    String name = definition.name();
    String other = context.names().putIfAbsent(name, channelId());
    if (other != null && !other.equals(channelId())) {
      throw new SpawnException("log name " + name + " is still in use by " + other);
    }
    if (!name.equals(takenName)) {
      freeName();
      takenName = name;
    }
  }

  void freeName() {
    if (takenName != null) {
      context.names().remove(takenName, channelId());
      takenName = null;
    }
  }

  void spawned(Incarnation live) {
    spawned = spawnOf(live);
    atLeast(live.number());
  }

  private static Moment spawnOf(Incarnation live) {
    return new Moment(live.record().spawnedAt(), live.record().uptimeMillis());
  }

  /**
   * Sets the begin of a state that began under an earlier supervisor. RUNNING began when the start
   * time was over.
   *
   * @param live null without a server
   */
  void keepOldSince(Incarnation live) {
    Moment.Now now = context.now();
    Duration age =
        live != null
            ? spawned.age(now).minus(definition.startTime())
            : recalled.map(past -> past.stateAge(now)).orElse(Duration.ZERO);
    fresh = false;
    since = now.in(age.isNegative() ? Duration.ZERO : age.negated());
  }

  void adopted(Incarnation live) {
    spawned = spawnOf(live);
    atLeast(live.number());
    takenName = live.name();
    context.names().put(takenName, channelId());
  }

  /**
   * Notes how the server ended, and keeps its audit entry as pending until it is on disk.
   *
   * @param signal the signal that is known to have ended it; "" if unknown
   * @param by who ended it
   * @return a task that logs the end and writes the audit entry. The caller runs it later, so that
   *     the next start does not wait for the audit record
   */
  Runnable ended(Incarnation was, String signal, boolean asked, EndedBy by) {
    handled = Math.max(handled, was.number());
    OptionalInt code = was.exitCode();
    boolean expected = !failure(by) && (asked || isSuccess(code));
    boolean unseen = was.endedUnseen();
    Duration lived =
        unseen
            ? Duration.between(was.record().spawnedAt(), was.endedAt())
            : spawned.age(context.now());
    backoff.ran(lived);
    if (!asked && lived.compareTo(definition.startTime()) >= 0 && flaps(expected)) {
      flapping.ended(context.nanos());
    }
    Instant at = unseen ? was.endedAt() : context.clock().instant();
    Exit exit = new Exit(code, signal, at, expected, by);
    lastExit = Optional.of(exit);
    PendingAudit pending =
        PendingAudit.of(
            was.number(),
            exit.sentence()
                + (unseen && code.isPresent() ? " at " + IsoTime.text(at) : "")
                + (expected ? "" : ", unexpectedly"),
            was.record().spawnedAt());
    owed.add(pending);
    return () -> {
      LOG.info(
          "project ended channelId={} incarnation={} code={} by={} expected={}",
          channelId(),
          was.number(),
          code.isPresent() ? code.getAsInt() : "unknown",
          by.word(),
          expected);
      if (was.adopted()) {
        payOnce(pending);
      } else {
        context.journal().append(entry(pending), () -> paid.accept(pending));
      }
    };
  }

  /** Returns whether the end is a failure with any exit code. */
  private static boolean failure(EndedBy by) {
    return by == EndedBy.PROBE || by == EndedBy.MEMORY_LIMIT || by == EndedBy.KERNEL_OOM;
  }

  /** Returns whether an exit code is known and one of the definition's success codes. */
  boolean isSuccess(OptionalInt code) {
    return code.isPresent() && definition.successCodes().contains(code.getAsInt());
  }

  /**
   * Returns whether an end counts for flapping. A job ends with each run. Other servers may end
   * with code 0, unless they must always run.
   */
  private boolean flaps(boolean expected) {
    return !definition.job() && (!expected || definition.restart() == RestartPolicy.ALWAYS);
  }

  private void payOnce(PendingAudit pending) {
    context.journal().appendOnce(entry(pending), pending, () -> paid.accept(pending));
  }

  private AuditDraft entry(PendingAudit pending) {
    boolean bad = pending.detail().endsWith("unexpectedly");
    return draft("project.exit", bad ? "failed" : "ok", pending.detail());
  }

  /**
   * Removes a pending entry that is on disk.
   *
   * @return whether it was pending
   */
  boolean paid(PendingAudit pending) {
    return owed.remove(pending);
  }

  AuditDraft draft(String action, String outcome, String detail) {
    return new AuditDraft(action, channelId(), Actor.SUPERVISOR, outcome, detail);
  }

  Flapping flapping() {
    return flapping;
  }

  /** Counts one more try and returns the pause before it; empty when no try is left. */
  Optional<Duration> nextTry() {
    Optional<Duration> delay = backoff.next(context.nanos());
    if (delay.isPresent()) {
      restarts++;
    }
    return delay;
  }

  String triesText() {
    return "restart " + backoff.tries() + " of " + Backoff.MAX_TRIES;
  }

  /** Writes the facts that must outlive the host. */
  void remember(RunFiles run, State state) {
    Moment.Now now = now();
    LastRun past =
        new LastRun(
            channelId(),
            handled,
            state.phase().shown(),
            since.told(now),
            reason,
            lastExit,
            restarts,
            backoff.agesMillis(context.nanos()),
            retryAt.map(at -> at.told(now)),
            List.copyOf(owed),
            removing,
            state.then() == NextAction.START,
            flapping.now(),
            lineSeen,
            flapping.agesMillis(context.nanos()),
            now.wall(),
            now.uptimeMillis());
    try {
      run.overwrite(run.past(channelId()), Json.write(past.toMap()));
    } catch (IOException e) {
      LOG.warn("project's past not written channelId={} error={}", channelId(), e.getMessage());
    }
  }

  /** Restores what an earlier host remembered. */
  public void recall(LastRun past) {
    atLeast(past.incarnation());
    handled = past.incarnation();
    lineSeen = past.ready();
    lastExit = past.lastExit();
    restarts = past.restarts();
    reason = past.reason();
    recalled = Optional.of(past);
    if (past.state() == ProjectState.STOPPED) {
      // A STOPPED project stays so until something starts it.
      since = context.now().in(past.stateAge(context.now()).negated());
    }
    long passed = past.age(context.now()).toMillis();
    backoff.restore(past.agesMillis(), passed, context.nanos());
    flapping.restore(past.flapping(), past.endAgesMillis(), passed, context.nanos());
    owed.addAll(past.owed());
    past.owed().forEach(this::payOnce);
  }

  void forget() {
    try {
      Files.deleteIfExists(context.run().past(channelId()));
      Files.deleteIfExists(context.run().stop(channelId()));
    } catch (IOException e) {
      LOG.warn("project's past not removed channelId={} error={}", channelId(), e.getMessage());
    }
  }

  ProjectStatus status(State state, Incarnation live) {
    ProjectState shown = state.phase().shown();
    boolean there = live != null && !live.ended();
    Moment.Now now = now();
    return new ProjectStatus(
        new ProjectStatus.Project(
            channelId(), definition.name(), definition.port(), definition.schedule()),
        new ProjectStatus.Lifecycle(
            state.demand().desired(), shown, since.told(now), shownReason(shown)),
        new ProjectStatus.Server(
            incarnation,
            there && live.server().isPresent()
                ? OptionalLong.of(live.server().get().pid())
                : OptionalLong.empty(),
            there ? Optional.of(spawned.told(now)) : Optional.empty(),
            there && live.adopted() && !live.isUntouchable()),
        new ProjectStatus.Restarts(
            restarts,
            shown == ProjectState.BACKOFF ? retryAt.map(at -> at.told(now)) : Optional.empty()),
        lastExit,
        withWaiting(shown, withFlapping(shown, shownHealth(shown))),
        Resources.NONE);
  }

  private ProbeHealth withFlapping(ProjectState shown, ProbeHealth health) {
    if (!flapping.now()) {
      return health;
    }
    HealthStatus least = shown == ProjectState.STOPPED ? HealthStatus.PASS : HealthStatus.WARN;
    return new ProbeHealth(
        health.status().and(least),
        health.alive(),
        health.ready(),
        true,
        health.output().isEmpty() ? "flapping: " + ENDED_OFTEN : health.output());
  }

  private ProbeHealth shownHealth(ProjectState shown) {
    return switch (shown) {
      case RUNNING -> health != null ? health : ProbeHealth.HEALTHY;
      case STARTING ->
          health != null
              ? new ProbeHealth(health.status(), health.alive(), false, health.output())
              : new ProbeHealth(HealthStatus.PASS, true, false, "");
      case STOPPED -> new ProbeHealth(HealthStatus.PASS, false, false, "");
      case FATAL -> new ProbeHealth(HealthStatus.FAIL, false, false, reason);
      case STOPPING, BACKOFF, EXITED, UNKNOWN ->
          new ProbeHealth(HealthStatus.WARN, false, false, reason);
    };
  }
}
