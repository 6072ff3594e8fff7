package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads patterns; their notation is described in package-info. */
final class PatternParser {
  private static final int UNBOUNDED = Integer.MAX_VALUE;

  private final Vocabulary vocabulary;
  private final PatternText text;
  private boolean backward;

  PatternParser(String text, Vocabulary vocabulary, boolean backward) {
    this.text = new PatternText(text);
    this.vocabulary = vocabulary;
    this.backward = backward;
  }

  Node parse() {
    Node node = choice();
    text.expectEnd();
    return node;
  }

  private Node choice() {
    List<Node> parts = new ArrayList<>();
    do {
      parts.add(sequence());
    } while (text.taken('|'));
    return parts.size() == 1 ? parts.get(0) : choice(parts.toArray(new Node[0]));
  }

  /** Of single bytes one set is made. */
  private Node choice(Node[] parts) {
    ByteSet any = ByteSet.none();
    for (Node part : parts) {
      if (!part.single()) {
        return Node.choice(parts, backward);
      }
      any = any.or(part.set);
    }
    return one(any);
  }

  private Node sequence() {
    List<Node> parts = new ArrayList<>();
    while (!text.atAny("|):»›")) {
      parts.add(item());
    }
    if (backward) {
      Collections.reverse(parts);
    }
    return parts.size() == 1 ? parts.get(0) : Node.sequence(parts.toArray(new Node[0]));
  }

  /** What a row of one's own does is counted part by part. */
  private Node item() {
    Node part = part();
    return vocabulary.counted() && !part.single() ? Node.counted(part) : part;
  }

  private Node part() {
    if (text.taken('&')) {
      return Node.look(part());
    }
    return text.taken('!') ? Node.lookNot(part()) : repeated(primary());
  }

  private Node repeated(Node part) {
    if (text.follows('*')) {
      return repeat(part, 0, UNBOUNDED);
    }
    if (text.follows('+')) {
      return repeat(part, 1, UNBOUNDED);
    }
    if (text.follows('?')) {
      return repeat(part, 0, 1);
    }
    if (!text.follows('{')) {
      return part;
    }
    int least = text.number();
    int most = least;
    if (text.taken(',')) {
      most = text.atAny("}") ? UNBOUNDED : text.number();
    }
    text.expect('}');
    return repeat(part, least, most);
  }

  private Node repeat(Node part, int least, int most) {
    return part.single()
        ? Node.run(part.set, least, most, backward)
        : Node.repeat(part, least, most);
  }

  private Node primary() {
    char sign = text.next();
    return switch (sign) {
      case '"', '\'' -> Node.literal(Literal.of(text.quoted(sign), sign == '\''), backward);
      case '[' -> one(text.set());
      case '.' -> one(ByteSet.ANY);
      case '^' -> Node.of(NodeKind.START, NodeFacts.START);
      case '$' -> Node.of(NodeKind.END, NodeFacts.END);
      case '(' -> closed(choice(), ')');
      case '«' -> Node.hidden(NodeKind.HIDDEN, closed(choice(), '»'));
      case '‹' -> Node.hidden(NodeKind.HIDDEN_WORD, closed(choice(), '›'));
      case '<' -> tested();
      default -> named(text.name());
    };
  }

  private Node closed(Node node, char sign) {
    text.expect(sign);
    return node;
  }

  private Node one(ByteSet set) {
    return Node.run(set, 1, 1, backward);
  }

  private Node tested() {
    Node part = closed(choice(), ':');
    List<ValueTest> tests = new ArrayList<>();
    while (!text.taken('>')) {
      tests.add(test());
    }
    return Node.tested(part, backward, tests);
  }

  private ValueTest test() {
    boolean wanted = !text.taken('!');
    ValueTest any = oneTest();
    while (text.taken('|')) {
      ValueTest first = any;
      ValueTest second = oneTest();
      any = (in, from, to) -> first.holds(in, from, to) || second.holds(in, from, to);
    }
    ValueTest test = any;
    return wanted ? test : (in, from, to) -> !test.holds(in, from, to);
  }

  private ValueTest oneTest() {
    boolean trimmed = text.next() == '~';
    if (trimmed) {
      ValueTest test = oneTest();
      return (in, from, to) -> test.holds(in, from, Bytes.trimmed(in.b, from, to));
    }
    String name = text.name();
    int number = text.follows('(') ? text.numberThen(')') : 0;
    return text.known(vocabulary.test(name, number), "test", name);
  }

  private Node named(String name) {
    ByteSet set = Bytes.named(name);
    return switch (name) {
      case "before" -> argument().before();
      case "near" -> argument().near();
      case "to" -> argument().seek();
      case "quote-open" -> Node.of(NodeKind.QUOTE_OPEN, NodeFacts.QUOTE_OPEN);
      case "quote-text" -> Node.of(NodeKind.QUOTE_TEXT, NodeFacts.QUOTE_TEXT);
      case "quote-close" -> Node.of(NodeKind.QUOTE_CLOSE, NodeFacts.QUOTE_CLOSE);
      default -> set != null ? one(set) : definition(name);
    };
  }

  /** A pattern by its name. */
  private Node definition(String name) {
    String pattern = text.known(vocabulary.pattern(name), "pattern", name);
    return vocabulary.named(pattern, backward).node();
  }

  private Node before() {
    return Node.look(inBrackets(true));
  }

  /** What stands in brackets; read in that direction. */
  private Node inBrackets(boolean back) {
    boolean outside = backward;
    backward = back;
    Node part = closed(choice(), ')');
    backward = outside;
    return part;
  }

  private Node near() {
    int most = text.number();
    return Node.near(inBrackets(false), most);
  }

  private Node seek() {
    int most = text.atDigit() ? text.number() : UNBOUNDED;
    return Node.seek(inBrackets(false), most);
  }

  /** A function's argument, behind its bracket. */
  private PatternParser argument() {
    text.expect('(');
    return this;
  }
}
