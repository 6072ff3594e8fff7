package innkeeper.shell.command;

import innkeeper.api.text.NearestWord;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.completion.CompletionScript;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

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

  /** The completion script; empty for a shell that is not known. */
  public static Optional<String> completion(String shell) {
    return CompletionScript.of(shell, commands().helps()).map(CompletionScript::text);
  }

  /** The end of a message about a command that is none: which one may have been meant. */
  public static String hint(String name) {
    return NearestWord.hint(name, commands().names());
  }

  /** They are only described: no service is asked. */
  private static Commands commands() {
    return new Commands(new AwaitedServices(null, Duration.ZERO), Clock.systemDefaultZone());
  }
}
