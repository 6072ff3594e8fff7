package innkeeper.shell.command;

import innkeeper.api.text.NearestWord;
import innkeeper.shell.cli.AwaitedServices;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;

/**
 * What {@code help} says where no host runs. Commands of other bundles are known to a host only.
 */
public final class OfflineHelp {

  private OfflineHelp() {}

  /** The list of the commands. */
  public static void list(PrintStream out) {
    HelpCommand.list(commands(), out);
  }

  /** Whether there is that command. */
  public static boolean explain(String name, PrintStream out) {
    return HelpCommand.explain(commands(), name, out);
  }

  /** The end of a message about a command that is none: which one may have been meant. */
  public static String hint(String name) {
    return NearestWord.hint(name, commands().names());
  }

  /** They are only described: no service is asked. */
  private static Commands commands() {
    return new Commands(new AwaitedServices(null, Duration.ZERO), Clock.systemUTC());
  }
}
