package innkeeper.supervisor.machine;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.Probe;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.supervisor.probe.ProbeLoop;
import innkeeper.supervisor.queue.Lane;
import innkeeper.supervisor.spawn.Incarnation;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the probe of the present incarnation says. Used on the project's queue only. */
final class HealthWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);

  private final House house;
  private final Lane lane;
  private final Machine machine;
  private ProbeLoop loop;

  HealthWatch(House house, Lane lane, Machine machine) {
    this.house = house;
    this.lane = lane;
    this.machine = machine;
  }

  /**
   * @param logEnd where the log ended before the server's first instruction
   */
  void begin(Incarnation live, String logEnd) {
    end();
    Facts facts = machine.facts();
    if (facts.definition().health().isPresent()) {
      Probe probe = facts.definition().health().get();
      Optional<String> allowed = probe.wantsOther();
      if (allowed.isPresent()) {
        // Of a definition that version 0.1.0 let pass. It says nothing of the server, which stays.
        facts.health(
            new ProbeHealth(HealthStatus.WARN, true, false, notAsked(probe, allowed.get())));
        return;
      }
      long number = live.number();
      facts.health(ProbeLoop.notAsked());
      loop =
          house
              .probing()
              .begin(
                  facts.definition(),
                  logEnd,
                  (health, unhealthy) -> lane.later(() -> heard(number, health, unhealthy)));
    }
  }

  private static String notAsked(Probe probe, String allowed) {
    return "not asked: health."
        + probe.kind().word()
        + " is "
        + probe.target()
        + "; allowed: "
        + allowed
        + "; define the project anew";
  }

  private void heard(long number, ProbeHealth health, boolean unhealthy) {
    if (!machine.lives(number) || machine.death().inProgress() || loop == null) {
      return;
    }
    Facts facts = machine.facts();
    facts.health(health);
    if (!unhealthy) {
      machine.publish();
      return;
    }
    String text = "unhealthy: " + health.output();
    LOG.warn("project unhealthy, ending it channelId={} {}", facts.channelId(), text);
    house.journal().append(facts.draft("project.unhealthy", "failed", text), () -> {});
    machine.then(Then.RETRY);
    machine.death().begin(text);
  }

  void end() {
    if (loop != null) {
      loop.close();
      loop = null;
    }
    machine.facts().health(null);
  }
}
