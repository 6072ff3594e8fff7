package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;

/** {@code backups [--json]}: lists the verified backups. */
record BackupsCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of("backups [--json]", "lists the verified backups, oldest first");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    Backups backups = services.get(Backups.class);
    boolean json = options.has("--json");
    new Listing<>(backups.list())
        .column("NAME", BackupManifest::name)
        .column("SIZE", b -> Amounts.bytes(b.facts().bytes()))
        .column("KIND", BackupManifest::kind)
        .column("AUDIT", b -> b.facts().lastAuditSeq())
        .column("VERIFIED", b -> ZonedText.of(b.verifiedAt()))
        .column("PINNED", b -> b.pinned() ? "yes" : "")
        .print(caller, json, "no backups yet; make one with: innkeeper backup");
    String error = json ? "" : backups.status().lastError();
    if (!error.isEmpty()) {
      caller.note("the last backup failed: " + ZonedText.within(error));
    }
    return 0;
  }
}
