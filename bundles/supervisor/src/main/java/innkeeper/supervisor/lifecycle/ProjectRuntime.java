package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.LastRun;
import innkeeper.supervisor.run.Moment;
import innkeeper.supervisor.run.PendingAudit;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.SpawnException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of one project. Used on the project's queue only. */
public final class ProjectRuntime {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectRuntime.class);
  private static final Resources NOTHING = new Resources(0, 0, 0);

  private final SupervisorContext context;
  private final Backoff backoff;
  private final List<PendingAudit> owed = new ArrayList<>();
  private ProjectDefinition definition;
  private Desired desired = Desired.STOPPED;
  private ProjectState state = ProjectState.STOPPED;
  private Moment since;
  private String reason = "";
  private long incarnation;
  private long handled;
  private Moment spawned;
  private int restarts;
  private Optional<Moment> retryAt = Optional.empty();
  private Optional<Exit> lastExit = Optional.empty();
  private ProbeHealth health;
  private String takenName;
  private boolean removing;
  private boolean startFollows;

  ProjectRuntime(SupervisorContext context, ProjectDefinition definition) {
    this.context = context;
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

  public Desired desired() {
    return desired;
  }

  public void desired(Desired now) {
    desired = now;
  }

  ProjectState state() {
    return state;
  }

  String reason() {
    return reason;
  }

  void reason(String text) {
    reason = text;
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

  void to(ProjectState now, String why) {
    if (now != state) {
      since = context.now().moment();
    }
    state = now;
    reason = why;
  }

  public void explicitStart() {
    backoff.reset();
    restarts = 0;
  }

  /** The next try is after that pause. */
  void retryIn(Duration delay) {
    retryAt = Optional.of(context.now().in(delay));
  }

  void noRetry() {
    retryAt = Optional.empty();
  }

  void health(ProbeHealth now) {
    health = now;
  }

  /** Its project goes: remembered, so that the next host ends what this one could not. */
  public void removing(boolean now) {
    removing = now;
    remember();
  }

  boolean startFollows() {
    return startFollows;
  }

  /** After the end that is in progress the operator wants a start. */
  void startFollows(boolean now) {
    startFollows = now;
  }

  /** Run files go by the log's name: two incarnations must not share one. */
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

  /** Of a server that was RUNNING before this supervisor: since its start time was over. */
  void ranBefore(Incarnation live) {
    Moment.Now now = context.now();
    Duration run = spawned.age(now).minus(definition.startTime());
    to(ProjectState.RUNNING, "");
    since = now.in(run.isNegative() ? Duration.ZERO : run.negated());
  }

  /** Its state is that in which an earlier supervisor left it. */
  public void settledBefore(LastRun past) {
    Moment.Now now = context.now();
    to(past.state(), past.reason());
    since = now.in(past.stateAge(now).negated());
  }

  void adopted(Incarnation live) {
    spawned = spawnOf(live);
    atLeast(live.number());
    takenName = live.name();
    context.names().put(takenName, channelId());
  }

  /**
   * Notes how it ended, and owes the audit record an entry until that is on disk.
   *
   * @param signal the one that is known to have ended it; "" for none
   * @return says so in the log and pays the record; for later, because somebody waits for what
   *     comes next and a successor's files would wait for the record's
   */
  Runnable ended(Incarnation was, String signal, boolean asked) {
    handled = Math.max(handled, was.number());
    OptionalInt code = was.exitCode();
    boolean expected = asked || code.equals(OptionalInt.of(0));
    backoff.ran(
        was.endedUnseen()
            ? Duration.between(was.record().spawnedAt(), was.endedAt())
            : spawned.age(context.now()));
    Exit exit = new Exit(code, signal, context.clock().instant(), expected);
    lastExit = Optional.of(exit);
    PendingAudit pending =
        PendingAudit.of(
            was.number(),
            exit.sentence() + (expected ? "" : ", unexpectedly"),
            was.record().spawnedAt());
    owed.add(pending);
    return () -> {
      LOG.info(
          "project ended channelId={} incarnation={} code={} expected={}",
          channelId(),
          was.number(),
          code.isPresent() ? code.getAsInt() : "unknown",
          expected);
      if (was.adopted()) {
        payOnce(pending);
      } else {
        context.journal().append(entry(pending), () -> context.paid(channelId(), pending));
      }
    };
  }

  private void payOnce(PendingAudit pending) {
    context.journal().appendOnce(entry(pending), pending, () -> context.paid(channelId(), pending));
  }

  private AuditDraft entry(PendingAudit pending) {
    boolean bad = pending.detail().endsWith("unexpectedly");
    return draft("project.exit", bad ? "failed" : "ok", pending.detail());
  }

  /** The entry is on disk. */
  public void paid(PendingAudit pending) {
    if (owed.remove(pending)) {
      remember();
    }
  }

  AuditDraft draft(String action, String outcome, String detail) {
    return new AuditDraft(action, channelId(), Actor.SUPERVISOR, outcome, detail);
  }

  /** Counts one more try; empty when it is given up. */
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

  /** Writes down what must outlive the host. */
  void remember() {
    Moment.Now now = context.now();
    LastRun past =
        new LastRun(
            channelId(),
            handled,
            state,
            since.told(now),
            reason,
            lastExit,
            restarts,
            backoff.agesMillis(context.nanos()),
            retryAt.map(at -> at.told(now)),
            List.copyOf(owed),
            removing,
            startFollows,
            now.wall(),
            now.uptimeMillis());
    try {
      context.run().overwrite(context.run().past(channelId()), Json.write(past.toMap()));
    } catch (IOException e) {
      LOG.warn("project's past not written channelId={} error={}", channelId(), e.getMessage());
    }
  }

  /** What an earlier host remembered. */
  public void recall(LastRun past) {
    atLeast(past.incarnation());
    handled = past.incarnation();
    lastExit = past.lastExit();
    restarts = past.restarts();
    reason = past.reason();
    startFollows = past.startFollows();
    backoff.restore(past.agesMillis(), past.age(context.now()).toMillis(), context.nanos());
    owed.addAll(past.owed());
    past.owed().forEach(this::payOnce);
  }

  void forget() {
    try {
      java.nio.file.Files.deleteIfExists(context.run().past(channelId()));
      java.nio.file.Files.deleteIfExists(context.run().stop(channelId()));
    } catch (IOException e) {
      LOG.warn("project's past not removed channelId={} error={}", channelId(), e.getMessage());
    }
  }

  void sweep(String name) {
    try {
      java.nio.file.Files.deleteIfExists(context.run().record(name));
      context.run().clear(name);
    } catch (IOException e) {
      LOG.warn("run files not removed name={} error={}", name, e.getMessage());
    }
  }

  public ProjectStatus status(Incarnation live) {
    boolean there = live != null && !live.ended();
    Moment.Now now = context.now();
    return new ProjectStatus(
        channelId(),
        definition.name(),
        definition.port(),
        desired,
        state,
        since.told(now),
        reason,
        incarnation,
        there && live.server().isPresent()
            ? OptionalLong.of(live.server().get().pid())
            : OptionalLong.empty(),
        there ? Optional.of(spawned.told(now)) : Optional.empty(),
        there && live.adopted(),
        restarts,
        state == ProjectState.BACKOFF ? retryAt.map(at -> at.told(now)) : Optional.empty(),
        lastExit,
        shownHealth(),
        NOTHING);
  }

  private ProbeHealth shownHealth() {
    return switch (state) {
      case RUNNING -> health != null ? health : new ProbeHealth(HealthStatus.PASS, true, true, "");
      case STARTING ->
          health != null
              ? new ProbeHealth(health.status(), health.alive(), false, health.output())
              : new ProbeHealth(HealthStatus.PASS, true, false, "");
      case STOPPED -> new ProbeHealth(HealthStatus.PASS, false, false, "");
      case FATAL -> new ProbeHealth(HealthStatus.FAIL, false, false, reason);
      default -> new ProbeHealth(HealthStatus.WARN, false, false, reason);
    };
  }
}
