package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.util.List;

/** {@code backups [--json]}: lists the verified backups. */
final class BackupsCommand implements Command {

  private final AwaitedServices services;

  BackupsCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("backups [--json]", "lists the verified backups, oldest first");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0).checkNoRest();
    Backups backups = services.backups();
    List<BackupManifest> list = backups.list();
    if (options.has("--json")) {
      caller.out().println(Json.write(list));
      return 0;
    }
    if (list.isEmpty()) {
      caller.err().println("no backups yet; make one with: innkeeper backup");
    } else {
      TextTable table = new TextTable("NAME", "SIZE", "KIND", "AUDIT", "VERIFIED", "PINNED");
      for (BackupManifest b : list) {
        table.row(
            b.name(),
            Amounts.bytes(b.facts().bytes()),
            b.kind(),
            b.facts().lastAuditSeq(),
            ZonedText.of(b.verifiedAt()),
            b.pinned() ? "yes" : "");
      }
      caller.print(table);
    }
    Backups.Status status = backups.status();
    if (!status.lastError().isEmpty()) {
      caller
          .err()
          .println(
              "innkeeper: the last backup failed: "
                  + SafeText.line(ZonedText.within(status.lastError())));
    }
    return 0;
  }
}
