package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.LongWork;
import innkeeper.shell.cli.Options;
import java.nio.file.Path;
import java.util.List;

/** {@code backup}: makes and verifies a backup now. */
final class BackupCommand implements Command {

  private static final double COPIED = 0.95;

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
    Backups backups = services.backups();
    Path database = services.settings().dataDir().resolve("bot.db");
    BackupManifest made =
        LongWork.await(
            caller,
            backups.backup("demand", caller.actor()),
            () -> phase(backups.status().progress(), database));
    caller
        .out()
        .println(
            made.name()
                + "  "
                + Amounts.bytes(made.facts().bytes())
                + "  verified, audit record up to "
                + made.facts().lastAuditSeq());
    return 0;
  }

  /**
   * Returns the phase. The copy is the first 95 percent of the reported progress; the rest is the
   * verification.
   */
  private static LongWork.Phase phase(double done, Path database) {
    if (done <= 0) {
      return new LongWork.Phase("preparing", -1, 0);
    }
    return done < COPIED
        ? new LongWork.Phase("copying bot.db", done / COPIED, database.toFile().length())
        : new LongWork.Phase("verifying the copy", -1, 0);
  }
}
