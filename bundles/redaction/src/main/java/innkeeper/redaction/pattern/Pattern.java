package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/**
 * What may stand at a place of a line. Patterns look like regular expressions but never go back
 * over what they took, so that time is linear in what they take. They are read at their first use.
 */
public final class Pattern {
  /** So many first bytes tell most texts that do not match. */
  public static final int PLACES = 3;

  /** What stands first in a text that matches, or last if it stands before a place. */
  public record Start(ByteSet first, ByteSet second, ByteSet third, boolean ofToken) {
    /**
     * @param places as far as it is known what stands there
     * @param ofToken as {@link Pattern#ofToken}
     */
    public static Start of(ByteSet[] places, boolean ofToken) {
      return new Start(at(places, 0), at(places, 1), at(places, 2), ofToken);
    }

    private static ByteSet at(ByteSet[] places, int place) {
      return place < places.length ? places[place] : ByteSet.ANY;
    }
  }

  private final String text;
  private final boolean empty;
  private final Vocabulary vocabulary;
  private final boolean backward;

  /** Read at first use; reading it twice gives the same. */
  private Node node;

  /** Told by the vocabulary, or read at first use. */
  private Start start;

  /**
   * @param start null if it has to be read for that
   */
  Pattern(String text, Vocabulary vocabulary, boolean backward, Start start) {
    this.text = text;
    this.empty = text.isEmpty();
    this.vocabulary = vocabulary;
    this.backward = backward;
    this.start = start;
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
    return empty || match(in, at) >= 0;
  }

  /** Whether it matches at {@code from} in what ends at {@code last}. */
  public boolean matches(byte[] b, int from, int last) {
    return matches(LineText.ofValue(b, last), from);
  }

  /** What a text that matches may begin with; any byte also if it may be nothing. */
  public ByteSet first() {
    return start().first;
  }

  /** Whether a text of letters, digits, dashes and underscores alone may match. */
  public boolean ofToken() {
    return start().ofToken;
  }

  private Start start() {
    Start known = start;
    if (known == null) {
      known = Start.of(leading(PLACES), node().facts.ofToken());
      start = known;
    }
    return known;
  }

  /** Whether the first bytes of a text that matches stand at {@code at}. */
  public boolean mayStand(LineText in, int at) {
    int step = backward ? -1 : 1;
    int next = backward ? at - 1 : at;
    int left = backward ? at - in.from : in.to - at;
    if (left <= 0) {
      return true;
    }
    Start begin = start();
    byte[] b = in.b;
    return begin.first.has(b[next])
        && (left == 1 || begin.second.has(b[next + step]))
        && (left <= 2 || begin.third.has(b[next + 2 * step]));
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
