package innkeeper.shell.command;

import innkeeper.api.backup.BackupManifest;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.util.List;

/**
 * {@code pin NAME}, {@code unpin NAME}: keeps a backup from pruning, or allows its pruning again.
 */
final class PinCommand implements Command {

  /** The end of a backup's file name; like "restore", the command accepts names without it. */
  private static final String SUFFIX = ".db";

  private final AwaitedServices services;
  private final boolean pin;

  PinCommand(AwaitedServices services, boolean pin) {
    this.services = services;
    this.pin = pin;
  }

  @Override
  public Help help() {
    return Help.of(
            (pin ? "pin" : "unpin") + " NAME",
            pin ? "keeps a backup from pruning" : "lets a backup be pruned again")
        .argument(Help.Kind.BACKUP);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String word = options.one("NAME");
    options.checkNoRest();
    String name = word.endsWith(SUFFIX) ? word : word + SUFFIX;
    BackupManifest now = services.backups().pin(name, pin, caller.actor());
    caller.out().println(now.name() + (now.pinned() ? " is pinned" : " is not pinned"));
    return 0;
  }
}
