package innkeeper.shell.command;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * {@code grep [-i] [-v] PATTERN}: Gogo's runtime alone has pipes and nothing to stand behind one.
 */
final class GrepCommand implements Command {

  @Override
  public Help help() {
    return Help.of("grep [-i] [-v] PATTERN", "passes on the lines of standard input that match")
        .details(
            "-i  whatever the case",
            "-v  those that do not match",
            "Behind a pipe: status | grep api");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String text = options.one("PATTERN");
    Pattern pattern = Pattern.compile("");
    try {
      pattern = Pattern.compile(text, options.has("-i") ? Pattern.CASE_INSENSITIVE : 0);
    } catch (PatternSyntaxException e) {
      options.wrong(text + " is no pattern: " + e.getDescription());
    }
    options.checkNoRest();
    boolean found = false;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(caller.open("-"), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (pattern.matcher(line).find() != options.has("-v")) {
          caller.out().println(line);
          found = true;
        }
      }
    }
    return found ? 0 : 1;
  }
}
