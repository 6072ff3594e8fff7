package innkeeper.store.restore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Asks at the terminal before something is done.
 *
 * @param answers where "yes" is typed; empty when nobody sits there
 */
public record Confirmation(PrintStream out, Optional<BufferedReader> answers) {

  /** On this process's terminal, if it has one. */
  public static Confirmation atTerminal(PrintStream out) {
    return new Confirmation(
        out,
        isTerminal()
            ? Optional.of(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
            : Optional.empty());
  }

  /** Since JDK 22 there is a console also where there is no terminal. */
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
   * @throws RestoreException if there is nobody to ask, or the answer is not yes
   */
  public void require() throws IOException, RestoreException {
    if (answers.isEmpty()) {
      throw new RestoreException(
          "there is no terminal to ask at; say --yes to restore, --dry-run to see the plan only");
    }
    out.print("Restore this? Type yes: ");
    out.flush();
    if (!"yes".equalsIgnoreCase(String.valueOf(answers.get().readLine()).strip())) {
      throw new RestoreException("not done: nothing was changed");
    }
  }
}
