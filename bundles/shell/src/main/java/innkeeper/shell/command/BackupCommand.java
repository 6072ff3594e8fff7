package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.LongWork;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.nio.file.Path;

/** {@code backup}: makes and verifies a backup now. */
record BackupCommand(Services services) implements Command {

  private static final double COPIED = 0.95;

  @Override
  public Help help() {
    return Help.of("backup", "makes and verifies a backup of bot.db now");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    Backups backups = services.get(Backups.class);
    Path database = services.settings().dataDir().resolve("bot.db");
    BackupManifest made =
        LongWork.await(
            caller,
            backups.backup("demand", caller.actor()),
            () -> phase(backups.status().progress(), database));
    caller.println(
        "%s  %s  verified, audit record up to %s"
            .formatted(
                made.name(), Amounts.bytes(made.facts().bytes()), made.facts().lastAuditSeq()));
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
