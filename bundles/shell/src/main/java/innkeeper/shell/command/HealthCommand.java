package innkeeper.shell.command;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code health [--level L] [--json]}: prints the health report. */
record HealthCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "health [--level alive|ready|full] [--json]",
            "the health report; exit status 1 when the host itself fails")
        .details(
            "--level alive  only whether the host answers; for a container's liveness probe",
            "--level ready  whether every bundle of the release serves, and every project is ready;",
            "               with --json, notReady has the names of the projects that are not");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0);
    String word = options.value("--level").orElse("full");
    options.check();
    Health.Level level = Health.Level.valueOf(word.toUpperCase(Locale.ROOT));
    HealthReport report = services.get(Health.class).report(level);
    boolean asksProjects = level == Health.Level.READY && report.ok();
    List<String> waiting = asksProjects ? notReady() : List.of();
    if (options.has("--json")) {
      Map<String, Object> body = new LinkedHashMap<>(report.toMap());
      if (asksProjects) {
        body.put("notReady", waiting);
      }
      caller.json(body);
    } else if (level == Health.Level.ALIVE) {
      caller.println("alive");
    } else if (asksProjects) {
      String text = waiting.isEmpty() ? "ready" : "not ready: " + String.join(", ", waiting);
      caller.println(SafeText.line(text));
    } else {
      print(caller, report);
    }
    return report.ok() && waiting.isEmpty() ? 0 : 1;
  }

  private static void print(Caller caller, HealthReport report) {
    caller.println(
        "%s  %s of %s projects ready, up %s, version %s"
            .formatted(
                caller.painted(Human.health(report.status())),
                report.ready(),
                report.projects(),
                Amounts.span(Duration.ofMillis(report.uptimeMs())),
                report.version()));
    new Listing<>(report.checks())
        .column("CHECK", HealthCheckResult::name)
        .column("STATUS", c -> Human.health(c.status()))
        .column("VALUE", c -> ZonedText.within(c.value()))
        .column("LIMIT", c -> ZonedText.within(c.limit()))
        .column("WHY", c -> ZonedText.within(c.why()))
        .print(caller, false);
    for (HealthCheckResult c : report.checks()) {
      if (!c.fix().isEmpty()) {
        caller.println("fix " + c.name() + ": " + Human.sentence(c.fix()));
      }
    }
  }

  /**
   * Returns the projects that must run and are not ready; a job that waits for its time is ready.
   */
  private List<String> notReady() throws CommandRefusedException {
    return services.get(Supervisor.class).projects().stream()
        .filter(p -> p.lifecycle().desired() == Desired.RUNNING && !p.job() && !p.health().ready())
        .map(ProjectStatus::name)
        .toList();
  }
}
