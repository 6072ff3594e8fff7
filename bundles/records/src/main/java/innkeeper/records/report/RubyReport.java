package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exception of Ruby 3.1 with its frames and causes, with the source line that its
 * error_highlight adds, or a syntax error.
 */
final class RubyReport extends Report {

  /** A raised exception; the first line of its message has the class at its end. */
  private static final Pattern RAISED =
      Pattern.compile("\\S+:\\d+:in [`'].*?': (.* \\(\\w[\\w:]*\\)|unhandled exception)");

  private static final Pattern FRAME = Pattern.compile("(?:from )?\\S+:\\d+:in [`'].*");

  private static final Pattern SYNTAX =
      Pattern.compile("\\S+\\.(?:rb|erb|rake|ru):\\d+: (syntax error.*)");

  private static final Pattern HINT = Pattern.compile("Did you mean\\? .*|\\s+Did you mean\\? .*");

  private final boolean alone;
  private boolean framed;
  private boolean last;

  private RubyReport(String message, boolean alone) {
    this.alone = alone;
    framed = message.isEmpty();
    outer(message);
  }

  static Optional<Report> of(SeenLine line, boolean alone) {
    Matcher raised = RAISED.matcher(line.text());
    if (raised.matches()) {
      return Optional.of(new RubyReport(raised.group(1), alone));
    }
    Matcher syntax = SYNTAX.matcher(line.text());
    if (syntax.matches()) {
      return Optional.of(new RubyReport(syntax.group(1), true));
    }
    return FRAME.matcher(line.text()).matches()
        ? Optional.of(new RubyReport("", alone))
        : Optional.empty();
  }

  @Override
  public boolean failure() {
    return !outer().isEmpty();
  }

  @Override
  public boolean complete() {
    return framed;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    Matcher raised = RAISED.matcher(text);
    if (raised.matches()) {
      next(raised.group(1));
      return true;
    }
    if (FRAME.matcher(text.stripLeading()).matches()) {
      framed = true;
      return true;
    }
    if (line.indented()) {
      last = true;
      return true;
    }
    if (HINT.matcher(text).matches()) {
      return true;
    }
    boolean highlighted = !framed && afterBlank && !last && single();
    return (highlighted || alone && !framed) && !outer().isEmpty() && !line.stamped() && another();
  }
}
