package innkeeper.common.wire;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The command line as far as it works without a host process. The client finds the shell's
 * implementation by {@link java.util.ServiceLoader}, so neither is compiled against the other.
 */
public interface LocalCommands {

  /**
   * Runs a command that needs no host process.
   *
   * @param words the command and its arguments
   * @return the exit status; empty for a command that needs a host process
   */
  OptionalInt run(List<String> words, PrintStream out);

  /**
   * Returns the messages about mistakes in a command line, as far as they can be found without a
   * host process. Returns empty for a correct command, and for one that another bundle may have.
   */
  Optional<String> mistakes(List<String> words);

  /** Returns a message about an unknown command word; empty for a command of Innkeeper. */
  Optional<String> unknown(String word);
}
