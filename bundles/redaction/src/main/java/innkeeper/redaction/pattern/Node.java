package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a pattern. It takes as much as it can and never gives anything back. {@link
 * MatcherWriter} writes for each kind what {@link #match} does.
 */
final class Node extends Matcher {
  final NodeKind kind;
  final NodeFacts facts;

  ByteSet set = ByteSet.ANY;
  int least;
  int most = Integer.MAX_VALUE;
  byte[] text;
  byte[] other;
  Node[] parts;

  /** Of a choice: its parts by the byte that is next, as far as anybody asked. */
  private Node[][] byFirst;

  NamedTest[] tests;
  int number;

  private Node(NodeKind kind, NodeFacts facts, Node... parts) {
    super(facts.optional() ? ByteSet.ANY : facts.first(), facts.ofToken());
    this.kind = kind;
    this.facts = facts;
    this.parts = parts;
  }

  static Node literal(Literal literal, boolean before) {
    int length = literal.text().length;
    ByteSet[] bytes = new ByteSet[length];
    for (int i = 0; i < length; i++) {
      ByteSet any = ByteSet.exact(literal.text()[i]).or(ByteSet.exact(literal.other()[i]));
      bytes[before ? length - 1 - i : i] = any;
    }
    Node node =
        new Node(before ? NodeKind.LITERAL_BEFORE : NodeKind.LITERAL, NodeFacts.literal(bytes));
    node.text = literal.text();
    node.other = literal.other();
    return node;
  }

  /** So many bytes of a set. */
  static Node run(ByteSet set, int least, int most, boolean before) {
    boolean bounded = before || most < Integer.MAX_VALUE;
    NodeKind kind = before ? NodeKind.RUN_BEFORE : bounded ? NodeKind.RUN : NodeKind.LONG_RUN;
    Node node = new Node(kind, NodeFacts.run(set, least, most, before));
    node.set = set;
    node.least = least;
    node.most = most;
    node.number = bounded ? 0 : Numbers.of(set);
    return node;
  }

  /** A part that has no other within. */
  static Node of(NodeKind kind, NodeFacts facts) {
    return new Node(kind, facts);
  }

  static Node look(Node part) {
    return new Node(NodeKind.LOOK, part.facts.look(), part);
  }

  static Node lookNot(Node part) {
    return new Node(NodeKind.LOOK_NOT, part.facts.lookNot(), part);
  }

  static Node hidden(NodeKind kind, Node part) {
    return new Node(kind, part.facts.conditional(), part);
  }

  /** What the part does counts. */
  static Node counted(Node part) {
    return new Node(NodeKind.COUNTED, part.facts, part);
  }

  static Node sequence(Node[] parts) {
    return new Node(NodeKind.SEQUENCE, NodeFacts.sequence(facts(parts)), parts);
  }

  private static List<NodeFacts> facts(Node[] parts) {
    return Stream.of(parts).map(part -> part.facts).toList();
  }

  static Node choice(Node[] parts, boolean before) {
    NodeKind kind = before ? NodeKind.CHOICE_BEFORE : NodeKind.CHOICE;
    Node node = new Node(kind, NodeFacts.choice(facts(parts)), parts);
    node.byFirst = new Node[256][];
    return node;
  }

  static Node repeat(Node part, int least, int most) {
    boolean known = most == Integer.MAX_VALUE && part.facts.takes() == 1;
    NodeKind kind = known ? NodeKind.LONG_REPEAT : NodeKind.REPEAT;
    Node node = new Node(kind, part.facts.repeated(least), part);
    node.least = least;
    node.most = most;
    node.number = known ? Numbers.of(node) : 0;
    node.set = known ? part.facts.surely() : node.set;
    return node;
  }

  static Node tested(Node part, boolean before, List<NamedTest> tests) {
    NodeKind kind = before ? NodeKind.TESTED_BEFORE : NodeKind.TESTED;
    Node node = new Node(kind, part.facts.conditional(), part);
    node.tests = tests.toArray(new NamedTest[0]);
    return node;
  }

  /** Looks for the part ahead. */
  static Node seek(Node part, int most) {
    return search(new Node(NodeKind.SEEK, part.facts.sought(), part), most);
  }

  /** Looks for the part back. */
  static Node near(Node part, int most) {
    return search(new Node(NodeKind.NEAR, NodeFacts.NEAR, part), most);
  }

  private static Node search(Node node, int most) {
    node.set = node.parts[0].facts.first();
    node.most = most;
    node.number = most < Integer.MAX_VALUE ? 0 : Numbers.of(node);
    return node;
  }

  /** Whether it is one byte of a set. */
  boolean single() {
    return (kind == NodeKind.RUN || kind == NodeKind.RUN_BEFORE) && least == 1 && most == 1;
  }

  @Override
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

  /** The parts of a choice that this byte may be the first of. */
  Node[] fitting(byte next) {
    Node[] known = byFirst[next & 0xff];
    if (known == null) {
      known = Stream.of(parts).filter(part -> part.first.has(next)).toArray(Node[]::new);
      byFirst[next & 0xff] = known;
    }
    return known;
  }

  private Node[] fitting(LineText in, int at) {
    return at < in.to ? fitting(in.b[at]) : parts;
  }

  private Node[] fittingBefore(LineText in, int at) {
    return at > in.from ? fitting(in.b[at - 1]) : parts;
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
      in.hide(at, kind == NodeKind.HIDDEN ? end : Bytes.trimmed(in.b, at, end), end);
    }
    return end;
  }

  private int tested(LineText in, int at) {
    int end = parts[0].match(in, at);
    int from = Math.min(at, end);
    int to = Math.max(at, end);
    for (int i = 0; i < tests.length && end >= 0; i++) {
      end = tests[i].test().holds(in, from, to) ? end : NONE;
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
    if (kind == NodeKind.SEEK) {
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
}
