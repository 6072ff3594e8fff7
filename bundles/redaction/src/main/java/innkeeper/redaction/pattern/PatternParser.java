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
    return parts.size() == 1 ? parts.get(0) : choice(parts);
  }

  /** Of single bytes one set is made. */
  private Node choice(List<Node> parts) {
    ByteSet any = ByteSet.none();
    for (Node part : parts) {
      if (part.single() == null) {
        return new ChoiceNode(parts, backward);
      }
      any = any.or(part.single());
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
    return parts.size() == 1 ? parts.get(0) : new SequenceNode(parts);
  }

  /** What a row of one's own does is counted part by part. */
  private Node item() {
    Node part = part();
    return vocabulary.counted() && part.single() == null ? new CountedNode(part) : part;
  }

  private Node part() {
    if (text.taken('&')) {
      return LookNode.at(part());
    }
    return text.taken('!') ? LookNode.not(part()) : repeated(primary());
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
    return part.single() == null
        ? RepeatNode.of(part, least, most)
        : RunNode.of(part.single(), least, most, backward);
  }

  private Node primary() {
    char sign = text.next();
    return switch (sign) {
      case '"', '\'' -> new LiteralNode(Literal.of(text.quoted(sign), sign == '\''), backward);
      case '[' -> one(text.set());
      case '.' -> one(ByteSet.ANY);
      case '^' -> AnchorNode.start(backward);
      case '$' -> AnchorNode.end();
      case '(' -> closed(choice(), ')');
      case '«' -> new HiddenNode(closed(choice(), '»'), false);
      case '‹' -> new HiddenNode(closed(choice(), '›'), true);
      case '<' -> tested();
      default -> named(text.name());
    };
  }

  private Node closed(Node node, char sign) {
    text.expect(sign);
    return node;
  }

  private Node one(ByteSet set) {
    return RunNode.of(set, 1, 1, backward);
  }

  private Node tested() {
    Node part = closed(choice(), ':');
    List<ValueTest> tests = new ArrayList<>();
    while (!text.taken('>')) {
      tests.add(test());
    }
    return new TestedNode(part, tests);
  }

  private ValueTest test() {
    boolean wanted = !text.taken('!');
    ValueTest any = oneTest();
    while (text.taken('|')) {
      any = any.or(oneTest());
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
      case "quote-open" -> QuoteNode.open();
      case "quote-text" -> QuoteNode.text();
      case "quote-close" -> QuoteNode.close();
      default -> set != null ? one(set) : definition(name);
    };
  }

  /** A pattern by its name. */
  private Node definition(String name) {
    String pattern = text.known(vocabulary.pattern(name), "pattern", name);
    return vocabulary.named(pattern, backward).node();
  }

  private Node before() {
    return backward ? LookNode.at(inBrackets(true)) : LookNode.back(inBrackets(true));
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
    return new NearNode(inBrackets(false), most);
  }

  private Node seek() {
    int most = text.atDigit() ? text.number() : UNBOUNDED;
    return new SeekNode(inBrackets(false), most);
  }

  /** A function's argument, behind its bracket. */
  private PatternParser argument() {
    text.expect('(');
    return this;
  }
}
