package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.List;
import java.util.stream.Stream;

/** A part of a pattern. It takes as much as it can and never gives anything back. */
final class Node {
  final NodeKind kind;
  final NodeFacts facts;

  ByteSet set = ByteSet.ANY;
  int least;
  int most = Integer.MAX_VALUE;
  byte[] text;
  byte[] other;
  Node[] parts;

  ValueTest[] tests;
  int number;

  private Node(NodeKind kind, NodeFacts facts, Node... parts) {
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
    return new Node(kind, NodeFacts.choice(facts(parts)), parts);
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

  static Node tested(Node part, boolean before, List<ValueTest> tests) {
    NodeKind kind = before ? NodeKind.TESTED_BEFORE : NodeKind.TESTED;
    Node node = new Node(kind, part.facts.conditional(), part);
    node.tests = tests.toArray(new ValueTest[0]);
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

  /** What the part may begin with. */
  ByteSet first() {
    return facts.optional() ? ByteSet.ANY : facts.first();
  }

  /** Whether it is one byte of a set. */
  boolean single() {
    return (kind == NodeKind.RUN || kind == NodeKind.RUN_BEFORE) && least == 1 && most == 1;
  }
}
