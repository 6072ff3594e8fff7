package innkeeper.records.report;

/**
 * A crash as a runtime prints it, from its first line on. Lines of one stream are offered in their
 * order. For one thread.
 */
public abstract class Report {

  /** The maximum number of unindented lines of a message whose end no line marks. */
  static final int LONGEST_MESSAGE = 30;

  /** The maximum number of characters of two messages together; longer ones are cut. */
  private static final int LONGEST_CHAIN = 260;

  private String outer = "";
  private String inner = "";

  /** The number of unindented lines that followed the present message. */
  private int lines;

  /**
   * Offers the next line that is not blank.
   *
   * @param afterBlank whether blank lines are between it and the line before it
   * @return whether the line belongs to this report
   */
  public abstract boolean takes(SeenLine line, boolean afterBlank);

  /** Returns the outermost message; "" if none was printed yet. */
  public String outer() {
    return outer;
  }

  /** Returns the innermost message of a chain; "" without a chain. */
  public String inner() {
    return inner;
  }

  /** Returns the outermost message, and the innermost one after it if it differs. */
  public final String sentence() {
    if (inner().isEmpty() || inner().equals(outer())) {
      return outer();
    }
    boolean fits = outer().length() + inner().length() <= LONGEST_CHAIN;
    String begin = fits ? outer() : cut(outer());
    return begin + ", caused by " + (fits ? inner() : cut(inner()));
  }

  private static String cut(String text) {
    int most = LONGEST_CHAIN / 2;
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  /** Returns whether the program printed it because something failed. */
  public boolean failure() {
    return true;
  }

  /** Returns whether a line that this report does not take begins a new record in any case. */
  public boolean complete() {
    return false;
  }

  /** Counts an unindented line of the message; returns whether the message may be that long. */
  final boolean another() {
    return ++lines <= LONGEST_MESSAGE;
  }

  /** Returns whether no unindented line of the message was counted. */
  final boolean single() {
    return lines == 0;
  }

  /** Begins to count the lines of another message. */
  final void anew() {
    lines = 0;
  }

  final void outer(String message) {
    outer = message.strip();
  }

  final void inner(String message) {
    inner = message.strip();
  }

  /** Sets the outermost message if it is still empty, else the innermost one. */
  final void next(String message) {
    if (outer.isEmpty()) {
      outer(message);
    } else {
      inner(message);
    }
  }
}
