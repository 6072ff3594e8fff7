package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Pattern;

/** An uncaught error of Bun 1.1: numbered source lines, the message, frames; then its causes. */
final class BunReport extends Report {

  private static final Pattern SOURCE = Pattern.compile("\\s*\\d+ \\| .*");
  private static final Pattern MESSAGE = Pattern.compile("(?:error|[A-Z]\\w*): ?.*");

  /** Whether the mark below the source line was printed, so that the message follows. */
  private boolean marked;

  static Optional<Report> of(SeenLine line) {
    boolean opens = !line.indented() && SOURCE.matcher(line.text()).matches();
    return opens ? Optional.of(new BunReport()) : Optional.empty();
  }

  @Override
  public boolean failure() {
    return !outer().isEmpty();
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (SOURCE.matcher(text).matches()) {
      marked = false;
      return true;
    }
    marked |= text.strip().equals("^");
    boolean member = !outer().isEmpty() && afterBlank && !line.stamped();
    if ((marked || member) && MESSAGE.matcher(text).matches()) {
      marked = false;
      next(text);
      return true;
    }
    return line.indented() || text.startsWith("Bun v");
  }
}
