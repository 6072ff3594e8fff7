package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A part of a pattern. It takes as much as it can and never gives anything back. One class for all
 * kinds and one method that runs them: that is what the compiler makes the fastest code of.
 */
final class Node {
  static final int NONE = -1;

  /** What a part is. */
  enum Kind {
    LITERAL,
    LITERAL_BEFORE,
    RUN,
    /** A run without a bound, remembered under its number. */
    LONG_RUN,
    RUN_BEFORE,
    SEQUENCE,
    CHOICE,
    CHOICE_BEFORE,
    REPEAT,
    /** The same without a bound of a part that takes one byte, remembered under its number. */
    LONG_REPEAT,
    /** Whether a part matches here; it takes nothing. */
    LOOK,
    LOOK_NOT,
    /** Where the text begins. */
    START,
    /** Where the text ends. */
    END,
    /** What the part takes is to be hidden. */
    HIDDEN,
    /** The same without the signs that close a sentence. */
    HIDDEN_WORD,
    /** What the part takes must pass tests. */
    TESTED,
    TESTED_BEFORE,
    /** The first place at most so far ahead where the part matches. */
    SEEK,
    /** Whether the part stands somewhere at most so far back, and ends here or before. */
    NEAR,
    /** The part is one of a row of one's own: what it does counts. */
    COUNTED,
    QUOTE_OPEN,
    QUOTE_TEXT,
    QUOTE_CLOSE
  }

  final Kind kind;
  ByteSet set = ByteSet.ANY;
  int least;
  int most = Integer.MAX_VALUE;
  private byte[] text;
  private byte[] other;
  private Node[] parts;

  /** Of a choice: its parts by the byte that is the next to be taken. */
  private Node[][] byFirst;

  private ValueTest[] tests;
  private int number;

  private Node(Kind kind) {
    this.kind = kind;
  }

  static Node literal(Literal literal, boolean before) {
    Node node = new Node(before ? Kind.LITERAL_BEFORE : Kind.LITERAL);
    node.text = literal.text();
    node.other = literal.other();
    node.least = 1;
    node.set = ByteSet.exact(node.text[0]).or(ByteSet.exact(node.other[0]));
    return node;
  }

  /** So many bytes of a set. */
  static Node run(ByteSet set, int least, int most, boolean before) {
    boolean bounded = before || most < Integer.MAX_VALUE;
    Node node = new Node(before ? Kind.RUN_BEFORE : bounded ? Kind.RUN : Kind.LONG_RUN);
    node.set = set;
    node.least = least;
    node.most = most;
    node.number = bounded ? 0 : Numbers.of(set);
    return node;
  }

  static Node of(Kind kind, Node... parts) {
    Node node = new Node(kind);
    node.parts = parts;
    return node;
  }

  static Node choice(Node[] parts, boolean before) {
    Node node = of(before ? Kind.CHOICE_BEFORE : Kind.CHOICE, parts);
    node.byFirst = new Node[256][];
    ByteSet[] firsts = new ByteSet[parts.length];
    for (int i = 0; i < parts.length; i++) {
      firsts[i] = parts[i].optional() ? ByteSet.ANY : parts[i].first();
    }
    Map<BitSet, Node[]> known = new HashMap<>();
    for (int c = 0; c < 256; c++) {
      BitSet fit = new BitSet();
      for (int i = 0; i < parts.length; i++) {
        fit.set(i, firsts[i].has((byte) c));
      }
      Node[] fitting = known.get(fit);
      if (fitting == null) {
        fitting = fit.stream().mapToObj(i -> parts[i]).toArray(Node[]::new);
        known.put(fit, fitting);
      }
      node.byFirst[c] = fitting;
    }
    return node;
  }

  static Node repeat(Node part, int least, int most) {
    boolean known = most == Integer.MAX_VALUE && part.takesOne();
    Node node = of(known ? Kind.LONG_REPEAT : Kind.REPEAT, part);
    node.least = least;
    node.most = most;
    node.number = known ? Numbers.of(node) : 0;
    node.set = known ? part.surely() : node.set;
    return node;
  }

  /** The bytes that a part which takes one byte takes whatever follows them. */
  private ByteSet surely() {
    return switch (kind) {
      case RUN -> set;
      case CHOICE -> Stream.of(parts).map(Node::surely).reduce(ByteSet.none(), ByteSet::or);
      case SEQUENCE -> Stream.of(parts).map(Node::surely).reduce(ByteSet.ANY, ByteSet::and);
      default -> parts[0].optional() ? ByteSet.none() : parts[0].first().not();
    };
  }

  /** Whether it takes one byte and decides by what follows alone. */
  private boolean takesOne() {
    return switch (kind) {
      case RUN -> single();
      case CHOICE -> Stream.of(parts).allMatch(Node::takesOne);
      case SEQUENCE ->
          Stream.of(parts).filter(Node::takesOne).count() == 1
              && Stream.of(parts).filter(p -> p.kind == Kind.LOOK_NOT).count() == parts.length - 1;
      default -> false;
    };
  }

  static Node tested(Node part, boolean before, List<ValueTest> tests) {
    Node node = of(before ? Kind.TESTED_BEFORE : Kind.TESTED, part);
    node.tests = tests.toArray(new ValueTest[0]);
    return node;
  }

  /** Looks for the part, ahead or back. */
  static Node search(Kind kind, Node part, int most) {
    Node node = of(kind, part);
    node.set = part.first();
    node.most = most;
    node.number = most < Integer.MAX_VALUE ? 0 : Numbers.of(node);
    return node;
  }

  /** Whether it is one byte of a set. */
  boolean single() {
    return (kind == Kind.RUN || kind == Kind.RUN_BEFORE) && least == 1 && most == 1;
  }

  /** Where the part ends that begins at {@code at}, or {@link #NONE}; in before() the reverse. */
  int match(LineText in, int at) {
    switch (kind) {
      case LITERAL:
        return literal(in, at);
      case LITERAL_BEFORE:
        return literalBefore(in, at);
      case RUN:
        return run(in, at);
      case LONG_RUN:
        return longRun(in, at);
      case RUN_BEFORE:
        return runBefore(in, at);
      case SEQUENCE:
        return sequence(in, at);
      case CHOICE:
        return choice(fitting(in, at), in, at);
      case CHOICE_BEFORE:
        return choice(fittingBefore(in, at), in, at);
      case REPEAT:
        return repeat(in, at);
      case LONG_REPEAT:
        return longRepeat(in, at);
      case LOOK:
        return looks(in, at) ? at : NONE;
      case LOOK_NOT:
        return looks(in, at) ? NONE : at;
      case START:
        return at == in.from ? at : NONE;
      case END:
        return end(in, at);
      case HIDDEN, HIDDEN_WORD:
        return hidden(in, at);
      case TESTED, TESTED_BEFORE:
        return tested(in, at);
      case SEEK:
        return seek(in, at);
      case NEAR:
        return near(in, at);
      case COUNTED:
        return counted(in, at);
      case QUOTE_OPEN:
        return in.openQuote(at);
      case QUOTE_TEXT:
        return in.quotedEnd(at);
      default:
        return Math.min(in.to, Bytes.runOf(in.b, at, in.to, '\\') + 1);
    }
  }

  private int literal(LineText in, int at) {
    byte[] b = in.b;
    int end = Math.min(in.to, at + text.length);
    int i = at;
    while (i < end && (b[i] == text[i - at] || b[i] == other[i - at])) {
      i++;
    }
    if (i == at + text.length) {
      return i;
    }
    in.looked(i);
    return NONE;
  }

  private int literalBefore(LineText in, int at) {
    int start = at - text.length;
    int i = start < in.from ? at : start;
    while (i < at && (in.b[i] == text[i - start] || in.b[i] == other[i - start])) {
      i++;
    }
    return i == at && start >= in.from ? start : NONE;
  }

  private int run(LineText in, int at) {
    byte[] b = in.b;
    int bound = Math.min(in.to - at, most) + at;
    int i = at;
    while (i < bound && set.has(b[i])) {
      i++;
    }
    if (i - at < most) {
      in.looked(i);
    }
    return i - at >= least ? i : NONE;
  }

  private int longRun(LineText in, int at) {
    int end = in.runEnd(number, set, at);
    in.looked(end);
    return end - at >= least ? end : NONE;
  }

  private int runBefore(LineText in, int at) {
    int bound = at - Math.min(at - in.from, most);
    int i = at;
    while (i > bound && set.has(in.b[i - 1])) {
      i--;
    }
    return at - i >= least ? i : NONE;
  }

  private int sequence(LineText in, int at) {
    int i = at;
    for (int n = 0; n < parts.length && i >= 0; n++) {
      i = parts[n].match(in, i);
    }
    return i;
  }

  private Node[] fitting(LineText in, int at) {
    return at < in.to ? byFirst[in.b[at] & 0xff] : parts;
  }

  private Node[] fittingBefore(LineText in, int at) {
    return at > in.from ? byFirst[in.b[at - 1] & 0xff] : parts;
  }

  private static int choice(Node[] fitting, LineText in, int at) {
    long state = in.state();
    for (Node part : fitting) {
      int end = part.match(in, at);
      if (end >= 0) {
        return end;
      }
      in.back(state);
    }
    return NONE;
  }

  private int repeat(LineText in, int at) {
    int i = at;
    for (int n = 0; n < most; n++) {
      long state = in.state();
      int end = parts[0].match(in, i);
      if (end < 0 || end == i) {
        in.back(state);
        return n >= least ? i : NONE;
      }
      i = end;
    }
    return i;
  }

  private int longRepeat(LineText in, int at) {
    int end = in.placeAfter(number, this, at);
    in.looked(end);
    return end - at >= least ? end : NONE;
  }

  private boolean looks(LineText in, int at) {
    long state = in.state();
    boolean found = parts[0].match(in, at) >= 0;
    in.back(state);
    return found;
  }

  private static int end(LineText in, int at) {
    in.looked(at);
    return at == in.to ? at : NONE;
  }

  private int hidden(LineText in, int at) {
    in.hides(at);
    int end = parts[0].match(in, at);
    if (end > at) {
      in.hide(at, kind == Kind.HIDDEN ? end : Bytes.trimmed(in.b, at, end), end);
    }
    return end;
  }

  private int tested(LineText in, int at) {
    int end = parts[0].match(in, at);
    int from = Math.min(at, end);
    int to = Math.max(at, end);
    for (int i = 0; i < tests.length && end >= 0; i++) {
      end = tests[i].holds(in, from, to) ? end : NONE;
    }
    return end;
  }

  /** What a part remembers it counts itself, where it looks; so do the parts within it. */
  private int counted(LineText in, int at) {
    Node part = parts[0];
    int end = part.match(in, at);
    int looked =
        switch (part.kind) {
          case RUN, RUN_BEFORE, TESTED, TESTED_BEFORE ->
              end < 0 ? Math.min(in.to - at, part.least) : Math.abs(end - at);
          case NEAR -> Math.min(at - in.from, part.most);
          case SEEK -> Math.min(in.to - at, part.number > 0 ? 0 : part.most);
          default -> 0;
        };
    in.spend(1 + looked);
    return end;
  }

  private int seek(LineText in, int at) {
    int bound = at + Math.min(in.to - at, most);
    int place = number > 0 ? in.placeAfter(number, this, at) : place(in, at, bound);
    in.looked(place);
    return place < bound ? place : NONE;
  }

  /** The first place where the part matches, or of what repeats does not; else the bound. */
  int place(LineText in, int at, int bound) {
    byte[] b = in.b;
    int i = at;
    if (kind == Kind.SEEK) {
      while (i < bound && !(set.has(b[i]) && parts[0].match(in, i) >= 0)) {
        i++;
      }
    } else {
      while (i < bound && (set.has(b[i]) || parts[0].match(in, i) >= 0)) {
        i++;
      }
    }
    return i;
  }

  private int near(LineText in, int at) {
    for (int i = Math.max(in.from, at - most); i < at; i++) {
      int end = set.has(in.b[i]) ? parts[0].match(in, i) : NONE;
      if (end >= 0 && end <= at) {
        return at;
      }
    }
    return NONE;
  }

  /** What the part may begin with. */
  ByteSet first() {
    int last = text == null ? 0 : text.length - 1;
    return switch (kind) {
      case LITERAL, RUN, LONG_RUN, RUN_BEFORE -> set;
      case LITERAL_BEFORE -> ByteSet.exact(text[last]).or(ByteSet.exact(other[last]));
      case SEQUENCE -> firstOfSequence();
      case CHOICE, CHOICE_BEFORE ->
          Stream.of(parts).map(Node::first).reduce(ByteSet.none(), ByteSet::or);
      case REPEAT, LONG_REPEAT, HIDDEN, HIDDEN_WORD, TESTED, TESTED_BEFORE, COUNTED ->
          parts[0].first();
      case LOOK, LOOK_NOT, START, END, NEAR -> ByteSet.none();
      case QUOTE_OPEN -> ByteSet.of(Bytes.QUOTE).or(ByteSet.exact((byte) '\\'));
      default -> ByteSet.ANY;
    };
  }

  /**
   * What must stand at the places the part begins with, as far as that can be told.
   *
   * @return the places told so far, or its opposite if no more can be told
   */
  int leading(ByteSet[] places, int told) {
    switch (kind) {
      case LITERAL, LITERAL_BEFORE:
        return told(places, told, text.length, text.length);
      case RUN, LONG_RUN, RUN_BEFORE:
        return told(places, told, least, most);
      case SEQUENCE:
        int next = told;
        for (int i = 0; i < parts.length && next >= 0; i++) {
          next = parts[i].leading(places, next);
        }
        return next;
      case HIDDEN, HIDDEN_WORD, TESTED, TESTED_BEFORE, COUNTED:
        return parts[0].leading(places, told);
      case LOOK, LOOK_NOT, NEAR:
        return told;
      case CHOICE, CHOICE_BEFORE:
        return told < places.length && firstKnown(places, told) ? -told - 2 : -told - 1;
      default:
        return -told - 1;
    }
  }

  /** Whether each of the parts says what it begins with, or is the text's beginning. */
  private boolean firstKnown(ByteSet[] places, int told) {
    ByteSet any = ByteSet.none();
    for (Node part : parts) {
      ByteSet[] one = new ByteSet[1];
      part.leading(one, 0);
      if (one[0] == null && part.kind != Kind.START) {
        return false;
      }
      any = any.or(one[0] == null ? ByteSet.none() : one[0]);
    }
    places[told] = any;
    return true;
  }

  private int told(ByteSet[] places, int from, int least, int most) {
    int to = Math.min(places.length, from + least);
    for (int i = from; i < to; i++) {
      int k = kind == Kind.LITERAL_BEFORE ? text.length - 1 - (i - from) : i - from;
      places[i] = text == null ? set : ByteSet.exact(text[k]).or(ByteSet.exact(other[k]));
    }
    return to == places.length || least < most ? -to - 1 : to;
  }

  /**
   * Whether it may take bytes of the set and nothing else; told too often rather than too seldom.
   */
  boolean within(ByteSet bytes) {
    return switch (kind) {
      case LITERAL, LITERAL_BEFORE -> within(bytes, text, other);
      case RUN, LONG_RUN, RUN_BEFORE -> least == 0 || set.meets(bytes);
      case SEQUENCE -> Stream.of(parts).allMatch(p -> p.within(bytes));
      case CHOICE, CHOICE_BEFORE -> Stream.of(parts).anyMatch(p -> p.within(bytes));
      case REPEAT, LONG_REPEAT -> least == 0 || parts[0].within(bytes);
      case LOOK, HIDDEN, HIDDEN_WORD, TESTED, TESTED_BEFORE, SEEK, COUNTED ->
          parts[0].within(bytes);
      case QUOTE_OPEN -> false;
      default -> true;
    };
  }

  private static boolean within(ByteSet bytes, byte[] text, byte[] other) {
    boolean in = true;
    for (int i = 0; i < text.length; i++) {
      in &= bytes.has(text[i]) || bytes.has(other[i]);
    }
    return in;
  }

  private ByteSet firstOfSequence() {
    ByteSet first = ByteSet.none();
    for (Node part : parts) {
      first = first.or(part.first());
      if (!part.optional()) {
        return first;
      }
    }
    return first;
  }

  /** Whether the part may be nothing at all. */
  boolean optional() {
    return switch (kind) {
      case LITERAL, LITERAL_BEFORE, RUN, LONG_RUN, RUN_BEFORE -> least == 0;
      case SEQUENCE -> Stream.of(parts).allMatch(Node::optional);
      case CHOICE, CHOICE_BEFORE -> Stream.of(parts).anyMatch(Node::optional);
      case REPEAT, LONG_REPEAT -> least == 0 || parts[0].optional();
      case HIDDEN, HIDDEN_WORD, TESTED, TESTED_BEFORE, COUNTED -> parts[0].optional();
      case QUOTE_OPEN, QUOTE_CLOSE -> false;
      default -> true;
    };
  }
}
