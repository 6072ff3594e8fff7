package innkeeper.shell.screen;

/**
 * A key, or another event of a terminal.
 *
 * @param kind the kind of the key or event
 * @param point the character of {@link Kind#TEXT}; 0 for other kinds
 */
public record Key(Kind kind, int point) {

  /** The kinds of keys and events. */
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
    /** The terminal's size has changed. */
    RESIZED,
    /** A key that has no meaning here. */
    OTHER,
    /** A timeout: no key was typed in time. */
    NONE,
    /** The terminal has gone. */
    GONE
  }

  static Key of(Kind kind) {
    return new Key(kind, 0);
  }

  /** Returns whether the key is that character. */
  public boolean is(char c) {
    return kind == Kind.TEXT && point == c;
  }
}
