package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An uncaught exception of PHP 8.2, in the form of its log or of its page. */
final class PhpReport extends Report {

  private static final Pattern UNCAUGHT =
      Pattern.compile("(?:PHP |<b>)?Fatal error(?:</b>)?: {1,2}Uncaught (.*)");

  private boolean traced;
  private boolean thrown;

  private PhpReport(String message) {
    outer(message);
  }

  static Optional<Report> of(SeenLine line) {
    Matcher uncaught = UNCAUGHT.matcher(line.text());
    return uncaught.matches() ? Optional.of(new PhpReport(uncaught.group(1))) : Optional.empty();
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (thrown) {
      return false;
    }
    if (text.startsWith("Next ") && traced) {
      inner(inner().isEmpty() ? outer() : inner());
      outer(text.substring(5));
      traced = false;
      return true;
    }
    if (text.endsWith("Stack trace:") || text.startsWith("#")) {
      traced = true;
      return true;
    }
    thrown = text.startsWith("  thrown in ");
    return line.indented() || !traced && !line.timed() && another();
  }
}
