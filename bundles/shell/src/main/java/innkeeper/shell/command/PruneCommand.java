package innkeeper.shell.command;

import innkeeper.api.backup.Backups.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code prune --dry-run}: pruning itself follows each backup. */
final class PruneCommand implements Command {

  private final House house;

  PruneCommand(House house) {
    this.house = house;
  }

  @Override
  public Help help() {
    return Help.of("prune --dry-run", "says which backups the next pruning keeps, and why")
        .details("Pruning itself follows each verified backup, by the BACKUP_KEEP settings.")
        .flags("--dry-run");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, Set.of("--dry-run"), Set.of()).atMost(0);
    if (!options.has("--dry-run")) {
      options.wrong("--dry-run is missing: pruning itself follows each backup");
    }
    options.checkNoRest();
    Map<String, Verdict> verdicts = house.backups().prune(true, caller.actor());
    Table table = new Table("BACKUP", "VERDICT", "REASON");
    verdicts.forEach(
        (name, verdict) ->
            table.row(
                name,
                new Table.Cell(
                    verdict.keep() ? "keep" : "go", verdict.keep() ? Colour.NONE : Colour.YELLOW),
                verdict.reason()));
    table.print(caller);
    return 0;
  }
}
