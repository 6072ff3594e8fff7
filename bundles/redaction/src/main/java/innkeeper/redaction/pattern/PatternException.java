package innkeeper.redaction.pattern;

/** A pattern that cannot be read. The message says what was expected and where. */
public final class PatternException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  PatternException(String text, int at, String why) {
    super(why + " at character " + (at + 1) + " of the pattern " + text);
  }
}
