package innkeeper.store.restore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The confirmation that the operator types at the terminal before a change.
 *
 * @param answers the input of the terminal; empty without a terminal
 */
public record Confirmation(PrintStream out, Optional<BufferedReader> answers) {

  /** Returns a confirmation at this process's terminal, if it has one. */
  public static Confirmation atTerminal(PrintStream out) {
    return new Confirmation(
        out,
        isTerminal()
            ? Optional.of(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
            : Optional.empty());
  }

  /**
   * Returns whether the console is a terminal. Since JDK 22 there is a console even without a
   * terminal.
   */
  private static boolean isTerminal() {
    if (System.console() == null) {
      return false;
    }
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(System.console());
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  /**
   * @throws RestoreException if the process has no terminal, or the answer is not yes
   */
  public void require() throws IOException, RestoreException {
    if (answers.isEmpty()) {
      throw new RestoreException(
          "no terminal for the question; say --yes to restore, --dry-run to see the plan only");
    }
    out.print("Restore this? Type yes: ");
    out.flush();
    if (!"yes".equalsIgnoreCase(String.valueOf(answers.get().readLine()).strip())) {
      throw new RestoreException("not done: nothing was changed");
    }
  }
}
