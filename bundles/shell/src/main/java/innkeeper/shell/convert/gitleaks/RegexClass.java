package innkeeper.shell.convert.gitleaks;

import java.util.BitSet;

/** A class of characters of a regular expression. All that ASCII lacks is one kind of byte. */
final class RegexClass {
  private final RegexParser in;
  private final BitSet bytes = new BitSet(256);

  /**
   * @param in behind the bracket that begins the class
   */
  RegexClass(RegexParser in) {
    this.in = in;
  }

  static BitSet all() {
    BitSet all = new BitSet(256);
    all.set(0, 256);
    return all;
  }

  /** The character and, if wanted, its other case. */
  static BitSet of(int code, boolean anyCase) {
    BitSet set = new BitSet(256);
    add(set, code, code, anyCase);
    return set;
  }

  /** {@code \d} and its like, or null. */
  static BitSet perl(char letter) {
    BitSet set = new BitSet(256);
    switch (Character.toLowerCase(letter)) {
      case 'd' -> set.set('0', '9' + 1);
      case 'w' -> posix("word", set);
      case 's' -> "\t\n\f\r ".chars().forEach(set::set);
      default -> {
        return null;
      }
    }
    if (Character.isUpperCase(letter)) {
      set.flip(0, 256);
    }
    return set;
  }

  BitSet read() throws RegexException {
    boolean not = in.takes("^");
    boolean high = false;
    boolean first = true;
    while (first || !in.takes("]")) {
      high |= member();
      first = false;
    }
    if (not) {
      bytes.flip(0, 0x80);
    }
    bytes.set(0x80, 256, not || high || bytes.get(0x80));
    return bytes;
  }

  /** Takes one member in; returns whether it has characters beyond ASCII. */
  private boolean member() throws RegexException {
    if (in.takes("[:")) {
      boolean not = in.takes("^");
      StringBuilder name = new StringBuilder();
      while (!in.takes(":]")) {
        name.appendCodePoint(in.next());
      }
      BitSet named = new BitSet(256);
      if (!posix(name.toString(), named)) {
        throw new RegexException("it asks for the class " + name + ", which rows do not have");
      }
      if (not) {
        named.flip(0, 256);
      }
      bytes.or(named);
      return not;
    }
    BitSet perl = in.perlClass();
    if (perl != null) {
      bytes.or(perl);
      return perl.get(0x80);
    }
    int from = one();
    int to = from;
    if (in.takes("-")) {
      if (in.takes("]")) {
        bytes.set('-');
        in.back();
      } else {
        to = one();
      }
    }
    add(bytes, from, to, in.anyCase());
    return to >= 0x80;
  }

  private int one() throws RegexException {
    return in.atEscape() ? in.escaped() : in.next();
  }

  private static void add(BitSet set, int from, int to, boolean anyCase) {
    for (int code = from; code <= Math.min(to, 0x7f); code++) {
      set.set(code);
      if (anyCase && Character.isLetter(code)) {
        set.set(code ^ 0x20);
      }
    }
  }

  private static boolean posix(String name, BitSet set) {
    switch (name) {
      case "alpha", "alnum", "word" -> {
        add(set, 'a', 'z', true);
        if (!name.equals("alpha")) {
          set.set('0', '9' + 1);
        }
        set.set('_', name.equals("word"));
      }
      case "lower" -> set.set('a', 'z' + 1);
      case "upper" -> set.set('A', 'Z' + 1);
      case "digit" -> set.set('0', '9' + 1);
      case "xdigit" -> {
        set.set('0', '9' + 1);
        add(set, 'a', 'f', true);
      }
      default -> {
        return false;
      }
    }
    return true;
  }
}
