package innkeeper.shell.cli;

import java.util.List;

/** One command. Safe for many threads: what belongs to a call comes with its {@link Caller}. */
public interface Command {

  Help help();

  /**
   * Does it.
   *
   * @param words what stands behind the command's name
   * @return the exit status: 0, or 1 when what went wrong has been said already
   * @throws UsageException if the words are none of its usage
   * @throws CommandRefusedException with one line that says why
   * @throws Exception of a service; its message is shown
   */
  int run(Caller caller, List<String> words) throws Exception;
}
