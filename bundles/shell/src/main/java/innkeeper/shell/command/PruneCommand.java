package innkeeper.shell.command;

import innkeeper.api.backup.Backups.Verdict;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.TextTable;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows the result of the next pruning ({@code prune --dry-run}). The pruning itself follows each
 * backup.
 */
final class PruneCommand implements Command {

  private final AwaitedServices services;

  PruneCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("prune --dry-run [--json]", "says which backups the next pruning keeps, and why")
        .details("Pruning itself follows each verified backup, by the BACKUP_KEEP settings.");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0);
    if (!options.has("--dry-run")) {
      options.wrong("--dry-run is missing: pruning itself follows each backup");
    }
    options.checkNoRest();
    Map<String, Verdict> verdicts = services.backups().prune(true, caller.actor());
    if (options.has("--json")) {
      List<Line> all = new ArrayList<>();
      verdicts.forEach((name, v) -> all.add(new Line(name, v.keep(), v.reason())));
      caller.out().println(Json.write(all));
      return 0;
    }
    TextTable table = new TextTable("BACKUP", "VERDICT", "REASON");
    verdicts.forEach(
        (name, verdict) ->
            table.row(
                name,
                new TextTable.Cell(
                    verdict.keep() ? "keep" : "go", verdict.keep() ? Colour.NONE : Colour.YELLOW),
                verdict.reason()));
    caller.print(table);
    return 0;
  }

  private record Line(String name, boolean keep, String reason) {}
}
