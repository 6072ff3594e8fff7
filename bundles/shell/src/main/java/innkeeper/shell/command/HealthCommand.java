package innkeeper.shell.command;

import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.text.Amounts;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import innkeeper.shell.cli.TextTable;
import java.time.Duration;
import java.util.List;

/** {@code health [--json]}. */
final class HealthCommand implements Command {

  private final AwaitedServices services;

  HealthCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
        "health [--json]", "the health report; exit status 1 when the host itself fails");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0).checkNoRest();
    HealthReport report = services.health().report(Health.Level.FULL);
    if (options.has("--json")) {
      caller.out().println(Json.write(report));
    } else {
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
              c -> table.row(c.name(), Human.health(c.status()), c.value(), c.limit(), c.why()));
      table.print(caller);
      for (HealthCheckResult c : report.checks()) {
        if (!c.fix().isEmpty()) {
          caller.out().println("fix " + c.name() + ": " + SafeText.line(c.fix()));
        }
      }
    }
    return report.ok() ? 0 : 1;
  }
}
