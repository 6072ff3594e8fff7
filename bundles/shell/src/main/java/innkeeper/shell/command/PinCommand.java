package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;

/**
 * {@code pin NAME}, {@code unpin NAME}: keeps a backup from pruning, or allows its pruning again.
 */
record PinCommand(Services services, boolean pin) implements Command {

  /** The end of a backup's file name; like "restore", the command accepts names without it. */
  private static final String SUFFIX = ".db";

  @Override
  public Help help() {
    return Help.of(
            (pin ? "pin" : "unpin") + " NAME",
            pin ? "keeps a backup from pruning" : "lets a backup be pruned again")
        .argument(Help.Kind.BACKUP);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String word = options.one("NAME");
    options.check();
    String name = word.endsWith(SUFFIX) ? word : word + SUFFIX;
    BackupManifest now = services.get(Backups.class).pin(name, pin, caller.actor());
    caller.println(now.name() + (now.pinned() ? " is pinned" : " is not pinned"));
    return 0;
  }
}
