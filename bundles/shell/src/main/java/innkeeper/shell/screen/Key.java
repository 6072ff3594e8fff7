package innkeeper.shell.screen;

/**
 * A key, or what else comes from a terminal.
 *
 * @param kind what it is
 * @param point the character of {@link Kind#TEXT}; else 0
 */
public record Key(Kind kind, int point) {

  /** What can come. */
  public enum Kind {
    TEXT,
    ENTER,
    ESCAPE,
    BACKSPACE,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    /** The terminal has another size. */
    RESIZED,
    /** A key that means nothing here. */
    OTHER,
    /** Nothing was typed in time. */
    NONE,
    /** The terminal has gone. */
    GONE
  }

  static Key of(Kind kind) {
    return new Key(kind, 0);
  }

  /** Whether it is that character. */
  public boolean is(char c) {
    return kind == Kind.TEXT && point == c;
  }
}
