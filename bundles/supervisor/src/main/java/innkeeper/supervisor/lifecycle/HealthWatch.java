package innkeeper.supervisor.lifecycle;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.Probe;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.supervisor.probe.ProbeLoop;
import innkeeper.supervisor.probe.RecentProbes;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Duration;
import java.util.Optional;

/**
 * Keeps the health of the present incarnation from its probe, and whether the project is flapping.
 *
 * <p>Health is unknown until the first answer of a probe that counts: for an adopted server, after
 * a change of the probe, and within startSeconds and initialDelaySeconds. A server that was ready
 * by a line of its log stays ready after an adoption, because run/ID.past keeps that fact.
 */
final class HealthWatch extends ActorPart {

  private final RecentProbes recent;
  private ProbeLoop loop;
  private boolean awaitsQuiet;

  HealthWatch(ProjectActor actor) {
    super(actor);
    this.recent = new RecentProbes(context.clock());
  }

  /**
   * Probes a server from its start on.
   *
   * @param logEnd the end of the log before the server's first instruction
   */
  void begin(Incarnation live, String logEnd) {
    end();
    ask(live, logEnd, Duration.ZERO);
  }

  /** Probes a server that already runs: an adopted one, or one whose probe was changed. */
  void renew(Incarnation live, boolean adopted) {
    end();
    if (adopted && runtime.lineSeen() == live.number() && byLine()) {
      // Its line may be gone with an archive; the server stays ready without it.
      return;
    }
    ask(live, "", runtime.age());
  }

  private boolean byLine() {
    Optional<Probe> probe = runtime.definition().health();
    return probe.filter(p -> p.kind() == Probe.Kind.LOG_LINE).isPresent();
  }

  private void ask(Incarnation live, String logEnd, Duration age) {
    if (runtime.definition().health().isEmpty()) {
      return;
    }
    Probe probe = runtime.definition().health().get();
    Optional<String> allowed = probe.wantsOther();
    if (allowed.isPresent()) {
      // The store may still have a definition that 0.1.0 accepted. The server continues to run.
      runtime.health(
          new ProbeHealth(HealthStatus.WARN, true, false, notAsked(probe, allowed.get())));
      return;
    }
    long number = live.number();
    runtime.health(ProbeLoop.notAsked());
    loop =
        context
            .probing()
            .begin(
                runtime.definition(),
                logEnd,
                age,
                recent,
                (health, unhealthy) -> queue.later(() -> heard(number, health, unhealthy)));
  }

  private static String notAsked(Probe probe, String allowed) {
    return "not probed: health."
        + probe.kind().word()
        + " is "
        + probe.target()
        + "; allowed: "
        + allowed
        + "; define the project again";
  }

  private void heard(long number, ProbeHealth health, boolean unhealthy) {
    if (!actor.lives(number) || loop == null) {
      return;
    }
    runtime.health(health);
    if (unhealthy) {
      actor.handle(new EndEvent.Unhealthy("killed by its probe: " + health.output()));
      return;
    }
    actor.publish();
    if (health.ready() && byLine() && runtime.lineSeen() != number) {
      runtime.lineSeen(number);
      actor.remember();
    }
  }

  /** Returns the last answers of the probe. Safe for many threads. */
  RecentProbes recent() {
    return recent;
  }

  /** Schedules the end of flapping, so that listeners are notified of it, too. */
  void watchFlapping() {
    Optional<Duration> left = runtime.flapping().quietIn(context.nanos());
    if (left.isPresent() && !awaitsQuiet) {
      awaitsQuiet = true;
      context.timers().after(left.get(), () -> queue.later(this::lookForQuiet));
    }
  }

  private void lookForQuiet() {
    awaitsQuiet = false;
    watchFlapping();
    // A project that was removed must not be remembered again.
    if (!awaitsQuiet && !actor.state().demand().removed()) {
      actor.publish();
      actor.remember();
    }
  }

  void end() {
    if (loop != null) {
      loop.close();
      loop = null;
    }
    runtime.health(null);
  }
}
