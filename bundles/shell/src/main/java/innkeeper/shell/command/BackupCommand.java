package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Options;
import java.util.List;

/** {@code backup}. */
final class BackupCommand implements Command {

  private final AwaitedServices services;

  BackupCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of("backup", "makes and verifies a backup of bot.db now");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options.of(words, help()).atMost(0).checkNoRest();
    BackupManifest made = services.backups().backup("demand", caller.actor()).get();
    caller
        .out()
        .println(
            made.name()
                + "  "
                + Human.bytes(made.facts().bytes())
                + "  verified, audit record up to "
                + made.facts().lastAuditSeq());
    return 0;
  }
}
