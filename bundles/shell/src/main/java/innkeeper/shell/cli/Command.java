package innkeeper.shell.cli;

import java.util.List;

/** A command. An instance is thread-safe: the state of a call is in its {@link Caller}. */
public interface Command {

  Help help();

  /**
   * Runs the command.
   *
   * @param options the arguments after the command's name; the command checks them before it uses a
   *     service
   * @return the exit status: 0, or 1 if the command has already reported its failure
   * @throws UsageException if the words do not fit the usage
   * @throws CommandRefusedException with the reason in one line
   * @throws Exception from a service; the user sees its message
   */
  int run(Caller caller, Options options) throws Exception;

  /** Runs the command with the words after its name. */
  default int run(Caller caller, List<String> words) throws Exception {
    return run(caller, Options.of(words, help()));
  }
}
