package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stack trace of Java 17 and 25, what its launcher prints of a class that cannot be loaded, and
 * an unhandled exception of .NET 8.
 */
final class JavaReport extends Report {

  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?:Exception in thread \".*?\" (?<uncaught>.*)|Unhandled exception\\. (?<dotnet>.*)"
              + "|Error: (?<launcher>(?:Could not find or load main class|LinkageError occurred|Main method not found) .*)"
              + "|(?<plain>(?:[A-Za-z_$][\\w$]*\\.)+[A-Z][\\w$.]*(?:Exception|Error|Throwable|Failure)?(?:: .*)?))");

  private static final Pattern FRAME =
      Pattern.compile("\\s*(at \\S+\\(.*|\\.\\.\\. \\d+ .*|--- End of .*|---> \\S.*)");

  private static final Pattern INNER =
      Pattern.compile("(?:Caused by: (?!\\[CIRCULAR )| ---> )(?<what>.*)");

  private final boolean uncaught;

  /** Whether the launcher prints it, which prints no frames. */
  private final boolean launched;

  private boolean failure;

  /** Whether lines of a message may follow, because no frame came after it. */
  private boolean message;

  private JavaReport(Matcher exception) {
    uncaught = exception.group("uncaught") != null;
    launched = exception.group("launcher") != null;
    String what =
        uncaught
            ? exception.group("uncaught")
            : exception.group("dotnet") != null
                ? exception.group("dotnet")
                : exception.group("launcher") != null
                    ? exception.group("launcher")
                    : exception.group("plain");
    outer(what);
    failure = exception.group("plain") == null;
    message = uncaught || what.endsWith(":") && !launched;
  }

  static Optional<Report> of(SeenLine line) {
    Matcher exception = EXCEPTION.matcher(line.text());
    return exception.matches() ? Optional.of(new JavaReport(exception)) : Optional.empty();
  }

  /** Returns whether the line is printed by the runtime itself, never within a logger's record. */
  static boolean uncaught(SeenLine line) {
    return line.text().startsWith("Exception in thread ")
        || line.text().startsWith("Unhandled exception. ");
  }

  @Override
  public boolean failure() {
    return failure;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    Matcher inner = INNER.matcher(text);
    if (inner.matches()) {
      inner(inner.group("what"));
      message = !launched;
      anew();
      return true;
    }
    if (launched && text.startsWith("or a JavaFX ")) {
      return true;
    }
    if (text.startsWith("Caused by: ") || FRAME.matcher(text).matches()) {
      message = false;
      failure = true;
      return true;
    }
    if (line.indented() || text.startsWith("Suppressed: ")) {
      if (launched && inner().isEmpty()) {
        inner(text);
      }
      return true;
    }
    boolean own = uncaught ? !line.timed() : !line.stamped();
    return message && own && !uncaught(line) && another();
  }
}
