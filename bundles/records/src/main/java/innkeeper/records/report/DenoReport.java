package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An uncaught error of Deno 2.1, with its source line and its causes. */
final class DenoReport extends Report {

  private static final Pattern UNCAUGHT =
      Pattern.compile("error: Uncaught (?:\\(in promise\\) )?(.*)");

  private boolean framed;

  private DenoReport(String message) {
    outer(message);
  }

  static Optional<Report> of(SeenLine line) {
    Matcher uncaught = UNCAUGHT.matcher(line.text());
    return uncaught.matches() ? Optional.of(new DenoReport(uncaught.group(1))) : Optional.empty();
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (text.startsWith("Caused by: ")) {
      inner(text.substring(11));
      return true;
    }
    if (line.indented()) {
      framed |= text.strip().startsWith("at ");
      return true;
    }
    return !framed && !line.timed() && another();
  }
}
