package innkeeper.shell.command;

import innkeeper.api.backup.Backups;
import innkeeper.api.backup.Backups.Verdict;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.TextTable;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows the result of the next pruning ({@code prune --dry-run}). The pruning itself follows each
 * backup.
 */
record PruneCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("prune --dry-run [--json]", "says which backups the next pruning keeps, and why")
        .details("Pruning itself follows each verified backup, by the BACKUP_KEEP settings.");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0);
    if (!options.has("--dry-run")) {
      options.wrong("--dry-run is missing: pruning itself follows each backup");
    }
    options.check();
    Map<String, Verdict> verdicts = services.get(Backups.class).prune(true, caller.actor());
    List<Line> all = new ArrayList<>();
    verdicts.forEach((name, v) -> all.add(new Line(name, v.keep(), v.reason())));
    return new Listing<>(all)
        .column("BACKUP", Line::name)
        .column("VERDICT", Line::verdict)
        .column("REASON", Line::reason)
        .print(caller, options.has("--json"));
  }

  private record Line(String name, boolean keep, String reason) {
    TextTable.Cell verdict() {
      return new TextTable.Cell(keep ? "keep" : "go", keep ? Colour.NONE : Colour.YELLOW);
    }
  }
}
