package innkeeper.records.report;

import innkeeper.common.text.SeenText;

/** A line as a terminal shows it, as far as its beginning decides about records. */
public final class SeenLine {

  /** The number of visible characters that matter; the rest of a longer line is ignored. */
  private static final int LOOK = 500;

  /** The number of printed characters of which the visible ones are computed. */
  private static final int READ = 16_384;

  private static final String RESET = "\u001b[0m";

  private final String printed;
  private final String text;
  private Boolean timed;
  private Boolean marked;
  private Boolean telling;

  private SeenLine(String printed) {
    this.printed = printed;
    String seen = SeenText.of(beginning(printed));
    text = seen.length() > LOOK ? seen.substring(0, LOOK) : seen;
  }

  /**
   * Returns the visible form of a line.
   *
   * @param printed without its line end
   */
  public static SeenLine of(String printed) {
    return new SeenLine(printed);
  }

  /** Returns what is computed of a long line: its beginning, or that of its last state. */
  private static String beginning(String line) {
    if (line.length() <= READ) {
      return line;
    }
    int state = line.lastIndexOf('\r', line.length() - 2) + 1;
    return line.substring(state, Math.min(line.length(), state + READ));
  }

  /** Returns the visible text; at most 500 characters. */
  public String text() {
    return text;
  }

  public boolean blank() {
    return text.isBlank();
  }

  public boolean indented() {
    return !text.isEmpty() && Character.isWhitespace(text.charAt(0));
  }

  /** Returns whether the line begins with a time, or with the sign of a logger that prints none. */
  public boolean timed() {
    if (timed == null) {
      timed = !json() && LineStart.timed(text);
    }
    return timed;
  }

  /** Returns whether the line begins as a record of a logger does: with a time, a level, a tag. */
  public boolean stamped() {
    if (marked == null) {
      marked = json() || timed() || LineStart.marked(text);
    }
    return marked;
  }

  private boolean json() {
    return text.startsWith("{\"");
  }

  /** Returns whether the line has a word or sign that every report's first line has. */
  boolean telling() {
    if (telling == null) {
      char first = text.isEmpty() ? ' ' : text.charAt(0);
      telling =
          first == '#'
              || first >= '0' && first <= '9' && text.contains(" | ")
              || text.contains(":  ")
              || GraveWords.telling(text);
    }
    return telling;
  }

  /** Returns whether a colour that begins in the line does not end in it. */
  boolean colourStaysOpen() {
    int last = printed.lastIndexOf("\u001b[");
    return last >= 0 && !printed.startsWith(RESET, last) && !printed.startsWith("\u001b[39m", last);
  }

  /** Returns whether the line ends a colour without beginning one. */
  boolean endsColour() {
    return printed.contains(RESET);
  }
}
