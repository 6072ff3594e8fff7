package innkeeper.shell.command;

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

  /** They are only described: no service is asked. */
  private static Commands commands() {
    return new Commands(new AwaitedServices(null, Duration.ZERO), Clock.systemUTC());
  }
}
