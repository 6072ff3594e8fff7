package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Pattern;

/** A panic or fatal error of Go 1.19 with its goroutines. */
final class GoReport extends Report {

  private static final Pattern OPENS =
      Pattern.compile("(panic|fatal error|runtime|SIG[A-Z]{2,6}): .*|unexpected fault address .*");

  private static final Pattern FRAME =
      Pattern.compile(
          "[\\w./*()\\[\\]{}·-]+\\.[\\w.*()\\[\\]{}·-]+\\(.*\\)|panic\\(.*\\)|\\[signal .*"
              + "|exit status \\d+|created by .*|\\.\\.\\.additional frames .*|runtime stack:"
              + "|r(\\d+|[a-z]{2,5}) +0x[0-9a-f]+|[cefgs]?s? +0x[0-9a-f]+|PC=0x.*");

  /** Whether unmarked lines belong to the message, because the stream is stderr. */
  private final boolean alone;

  private boolean traced;

  private GoReport(String line, boolean alone) {
    this.alone = alone;
    traced = line.startsWith("goroutine ");
    if (!traced) {
      outer(line.replaceFirst(" \\[recovered.*", ""));
    }
  }

  static boolean opens(SeenLine line) {
    return OPENS.matcher(line.text()).matches();
  }

  /** Returns whether the line begins the frames of a panic whose message a logger printed. */
  static boolean frames(SeenLine line) {
    return line.text().startsWith("goroutine ") && line.text().endsWith("]:");
  }

  static Optional<Report> of(SeenLine line, boolean alone) {
    return opens(line) || frames(line)
        ? Optional.of(new GoReport(line.text(), alone))
        : Optional.empty();
  }

  @Override
  public boolean failure() {
    return traced || outer().startsWith("panic: ") || outer().startsWith("fatal error: ");
  }

  @Override
  public boolean complete() {
    return traced;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (text.startsWith("goroutine ") && text.endsWith("]:")) {
      traced = true;
      return true;
    }
    if (!traced && text.strip().startsWith("panic: ")) {
      inner(inner().isEmpty() ? outer() : inner());
      outer(text.strip().replaceFirst(" \\[recovered.*", ""));
      return true;
    }
    if (!traced && text.startsWith("fatal error: ") && outer().startsWith("runtime: ")) {
      outer(text);
      return true;
    }
    if (line.indented() || FRAME.matcher(text).matches()) {
      return true;
    }
    boolean told = outer().startsWith("panic: ") || text.startsWith("runtime: ");
    return alone && !traced && told && !line.timed() && another();
  }
}
