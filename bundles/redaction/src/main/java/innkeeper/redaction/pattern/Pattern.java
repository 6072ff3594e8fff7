package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/**
 * What may stand at a place of a line. Patterns look like regular expressions but never go back
 * over what they took, so that time is linear in what they take. They are read at their first use.
 */
public final class Pattern {
  /** So many first bytes tell most texts that do not match. */
  public static final int PLACES = 3;

  /**
   * What is known of a pattern that nobody read.
   *
   * @param places what a text that matches begins with, or ends with if it stands before a place
   * @param ofToken as {@link Pattern#ofToken}
   */
  public record Start(ByteSet[] places, boolean ofToken) {}

  private final String text;
  private final Vocabulary vocabulary;
  private final boolean backward;

  /** Read at first use; reading it twice gives the same. */
  private Node node;

  /** Told by the vocabulary, or read at first use. */
  private Start start;

  Pattern(String text, Vocabulary vocabulary, boolean backward) {
    this.text = text;
    this.vocabulary = vocabulary;
    this.backward = backward;
    start = vocabulary.start(key());
  }

  /** Tells it from the other patterns of its vocabulary. */
  public String key() {
    return key(text, backward);
  }

  /** What tells patterns of one vocabulary apart. */
  static String key(String text, boolean backward) {
    return (backward ? "<" : ">") + text;
  }

  /** A pattern of what follows a place. */
  public static Pattern after(String text, Vocabulary vocabulary) {
    return vocabulary.known(text, false);
  }

  /** A pattern of what stands before a place; it matches to where it begins. */
  public static Pattern before(String text, Vocabulary vocabulary) {
    return vocabulary.known(text, true);
  }

  /** Where the text that begins at {@code at} ends, or -1. {@code in} then knows what to hide. */
  public int match(LineText in, int at) {
    in.begin();
    return begun(in, at);
  }

  /** Most texts do not match, and their first bytes tell so. */
  private int begun(LineText in, int at) {
    return mayStand(in, at) ? node().match(in, at) : Node.NONE;
  }

  /** The same if all from {@code first} on is to be hidden. */
  public int match(LineText in, int at, int first) {
    in.begin();
    in.hides(first);
    return begun(in, at);
  }

  public boolean matches(LineText in, int at) {
    return match(in, at) >= 0;
  }

  /** What a text that matches may begin with; any byte also if it may be nothing. */
  public ByteSet first() {
    ByteSet[] places = start().places;
    return places.length == 0 ? ByteSet.ANY : places[0];
  }

  /** Whether a text of letters, digits, dashes and underscores alone may match. */
  public boolean ofToken() {
    return start().ofToken;
  }

  private Start start() {
    Start known = start;
    if (known == null) {
      known = new Start(leading(PLACES), node().facts.ofToken());
      start = known;
    }
    return known;
  }

  /** Whether the first bytes of a text that matches stand at {@code at}. */
  public boolean mayStand(LineText in, int at) {
    ByteSet[] leading = start().places;
    return backward ? mayStandBefore(leading, in, at) : mayStandAfter(leading, in, at);
  }

  private static boolean mayStandAfter(ByteSet[] leading, LineText in, int at) {
    int known = Math.min(leading.length, in.to - at);
    for (int i = 0; i < known; i++) {
      if (!leading[i].has(in.b[at + i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayStandBefore(ByteSet[] leading, LineText in, int at) {
    int known = Math.min(leading.length, at - in.from);
    for (int i = 0; i < known; i++) {
      if (!leading[i].has(in.b[at - 1 - i])) {
        return false;
      }
    }
    return true;
  }

  /** What must stand at so many places at most, counted from the one the pattern is matched at. */
  public ByteSet[] leading(int most) {
    return node().leading(most);
  }

  /** Reads the pattern. */
  public Pattern check() {
    node();
    return this;
  }

  Node node() {
    Node read = node;
    if (read == null) {
      read = new PatternParser(text, vocabulary, backward).parse();
      node = read;
    }
    return read;
  }

  @Override
  public String toString() {
    return text;
  }
}
