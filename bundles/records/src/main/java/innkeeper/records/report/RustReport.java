package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A panic of Rust 1.95, also in the older form with its message in quotes. */
final class RustReport extends Report {

  private static final Pattern PANIC =
      Pattern.compile("thread '.*' (?:\\(\\d+\\) )?panicked at (?:'(.*)', )?\\S+:\\d+:\\d+:?");

  /** Whether unmarked lines belong to the message; only the first panic has a note after it. */
  private final boolean alone;

  private boolean traced;

  private RustReport(String message, boolean alone) {
    this.alone = alone;
    traced = !message.isEmpty();
    outer(message);
  }

  static boolean opens(SeenLine line) {
    return PANIC.matcher(line.text()).matches();
  }

  static Optional<Report> of(SeenLine line, boolean alone) {
    Matcher panic = PANIC.matcher(line.text());
    return panic.matches()
        ? Optional.of(new RustReport(panic.group(1) == null ? "" : panic.group(1), alone))
        : Optional.empty();
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (text.startsWith("note: ") || text.startsWith("stack backtrace:")) {
      traced = true;
      return true;
    }
    if (opens(line)) {
      return false;
    }
    if (outer().isEmpty()) {
      outer(text);
      return true;
    }
    return line.indented() || alone && !traced && !line.timed() && another();
  }
}
