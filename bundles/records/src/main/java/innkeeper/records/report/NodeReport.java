package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error of Node.js 18 to 24: uncaught with the source line before it, or printed by the program;
 * with its causes, properties and the version at the end.
 */
final class NodeReport extends Report {

  private static final Pattern SOURCE =
      Pattern.compile(
          "(?:file:|node:|webpack|<anonymous_script>|undefined|evalmachine)\\S*:\\d+"
              + "|(?:/|[A-Za-z]:\\\\)\\S*(?:/bin/\\w+|\\.[cm]?[jt]sx?):\\d+"
              + "|\\[(?:eval|stdin|worker eval)\\]:\\d+|Uncaught:?|Uncaught .*");

  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?:Uncaught )?[A-Z]\\w*(?:Error|Exception)\\b.*|\\[?Unhandled\\w*Rejection.*|Error\\b.*"
              + "|\\[\\w*Error\\b.*\\].*");

  private static final Pattern CARET = Pattern.compile("\\s*\\^+\\s*");
  private static final Pattern FRAME = Pattern.compile("\\s+(?:at |\\[?\\.\\.\\. ).*");
  private static final Pattern CAUSE = Pattern.compile("\\s*\\[cause\\]: (.*)");

  private static final Pattern AFTER =
      Pattern.compile(
          "[}\\])]+[,;]?.*|Node\\.js v\\d.*|Emitted '.*|Thrown at:|From previous event:"
              + "|\\(Use `node --.*|digest: .*");

  private static final int MOST_SOURCE_LINES = 12;

  private enum Part {
    SOURCE,
    MESSAGE,
    FRAMES
  }

  private Part part;
  private final boolean uncaught;
  private boolean marked;
  private boolean framed;

  /** Whether the members of a group follow, whose causes are no part of the chain. */
  private boolean grouped;

  private int lines;

  private NodeReport(SeenLine line, boolean uncaught) {
    this.uncaught = uncaught;
    part = uncaught ? Part.SOURCE : Part.MESSAGE;
    if (!uncaught) {
      outer(plain(line.text()));
    } else if (line.text().startsWith("Uncaught ")) {
      outer(plain(line.text()));
      part = Part.MESSAGE;
    }
  }

  static boolean source(SeenLine line) {
    return SOURCE.matcher(line.text()).matches();
  }

  static Optional<Report> of(SeenLine line) {
    boolean source = source(line);
    return source || EXCEPTION.matcher(line.text()).matches()
        ? Optional.of(new NodeReport(line, source))
        : Optional.empty();
  }

  private static boolean named(String text) {
    return EXCEPTION.matcher(text).matches();
  }

  /** Returns a message without "Uncaught", its brackets, and the brace before its properties. */
  private static String plain(String text) {
    String message = text.startsWith("Uncaught ") ? text.substring(9) : text;
    message = message.endsWith(" {") ? message.substring(0, message.length() - 2) : message;
    int close = message.startsWith("[") ? message.lastIndexOf(']') : -1;
    return close > 0 ? message.substring(1, close) : message;
  }

  @Override
  public boolean failure() {
    return uncaught ? !outer().isEmpty() : framed;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    lines++;
    if (part == Part.SOURCE) {
      return source(line, afterBlank);
    }
    Matcher cause = CAUSE.matcher(text);
    grouped |= text.strip().equals("[errors]: [");
    if (cause.matches()) {
      inner(grouped ? inner() : plain(cause.group(1)));
      return true;
    }
    if (part == Part.MESSAGE && afterBlank && named(text) && !named(outer())) {
      outer(plain(text));
      return true;
    }
    if (FRAME.matcher(text).matches()) {
      part = Part.FRAMES;
      framed = true;
      return true;
    }
    if (line.indented() || AFTER.matcher(text).matches()) {
      return true;
    }
    return uncaught && part == Part.MESSAGE && !line.timed() && lines <= LONGEST_MESSAGE;
  }

  private boolean source(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (CARET.matcher(text).matches()) {
      marked = true;
      return true;
    }
    if (lines > 1 && (marked || afterBlank || named(text))) {
      outer(plain(text));
      part = Part.MESSAGE;
      lines = 0;
      return true;
    }
    return lines < MOST_SOURCE_LINES;
  }
}
