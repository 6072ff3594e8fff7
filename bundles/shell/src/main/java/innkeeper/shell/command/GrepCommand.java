package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * {@code grep [-i] [-v] PATTERN} filters lines after a pipe. Gogo's runtime has pipes, but no
 * filter command of its own.
 */
final class GrepCommand implements Command {

  @Override
  public Help help() {
    return Help.of("grep [-i] [-v] PATTERN", "passes on the lines of standard input that match")
        .details(
            "-i  ignores upper and lower case",
            "-v  those that do not match",
            "Behind a pipe: status | grep api");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String text = options.one("PATTERN");
    Pattern pattern = Pattern.compile("");
    try {
      pattern = Pattern.compile(text, options.has("-i") ? Pattern.CASE_INSENSITIVE : 0);
    } catch (PatternSyntaxException e) {
      options.wrong(text + " is not a pattern: " + e.getDescription());
    }
    options.check();
    boolean found = false;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(caller.open("-"), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (pattern.matcher(line).find() != options.has("-v")) {
          caller.println(line);
          found = true;
        }
      }
    }
    return found ? 0 : 1;
  }
}
