package innkeeper.shell.command;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code health [--level L] [--json]}: prints the health report. */
final class HealthCommand implements Command {

  private final AwaitedServices services;

  HealthCommand(AwaitedServices services) {
    this.services = services;
  }

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
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0);
    Health.Level level = level(options);
    options.checkNoRest();
    HealthReport report = services.health().report(level);
    boolean asksProjects = level == Health.Level.READY && report.ok();
    List<String> waiting = asksProjects ? notReady() : List.of();
    if (options.has("--json")) {
      Map<String, Object> body = new LinkedHashMap<>(report.toMap());
      if (asksProjects) {
        body.put("notReady", waiting);
      }
      caller.out().println(Json.write(body));
    } else if (level == Health.Level.ALIVE) {
      caller.out().println("alive");
    } else if (asksProjects) {
      String text = waiting.isEmpty() ? "ready" : "not ready: " + String.join(", ", waiting);
      caller.out().println(SafeText.line(text));
    } else {
      print(caller, report);
    }
    return report.ok() && waiting.isEmpty() ? 0 : 1;
  }

  private static void print(Caller caller, HealthReport report) {
    TextTable.Cell status = Human.health(report.status());
    caller
        .out()
        .println(
            status.colour().paint(status.text(), caller.colour())
                + "  "
                + report.ready()
                + " of "
                + report.projects()
                + " projects ready, up "
                + Amounts.span(Duration.ofMillis(report.uptimeMs()))
                + ", version "
                + report.version());
    TextTable table = new TextTable("CHECK", "STATUS", "VALUE", "LIMIT", "WHY");
    report
        .checks()
        .forEach(
            c ->
                table.row(
                    c.name(),
                    Human.health(c.status()),
                    ZonedText.within(c.value()),
                    ZonedText.within(c.limit()),
                    ZonedText.within(c.why())));
    caller.print(table);
    for (HealthCheckResult c : report.checks()) {
      if (!c.fix().isEmpty()) {
        caller.out().println("fix " + c.name() + ": " + SafeText.line(ZonedText.within(c.fix())));
      }
    }
  }

  private static Health.Level level(Options options) {
    return Health.Level.valueOf(options.value("--level").orElse("full").toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the projects that must run and are not ready; a job that waits for its time is ready.
   */
  private List<String> notReady() throws CommandRefusedException {
    return services.supervisor().projects().stream()
        .filter(p -> p.lifecycle().desired() == Desired.RUNNING && !p.job() && !p.health().ready())
        .map(ProjectStatus::name)
        .toList();
  }
}
