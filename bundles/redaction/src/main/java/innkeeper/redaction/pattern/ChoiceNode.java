package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.List;

/** The first of the parts that matches. */
final class ChoiceNode extends Node {
  private final Node[] parts;

  /** What each may begin with. */
  private final ByteSet[] firsts;

  private final boolean before;

  ChoiceNode(List<Node> parts, boolean before) {
    super(NodeFacts.choice(parts.stream().map(part -> part.facts).toList()));
    this.parts = parts.toArray(new Node[0]);
    this.before = before;
    firsts = parts.stream().map(Node::first).toArray(ByteSet[]::new);
  }

  @Override
  int match(LineText in, int at) {
    int next = before ? at - 1 : at;
    return next >= in.from && next < in.to ? known(in, at, in.b[next]) : any(in, at);
  }

  /** Of those that may begin with the byte that is next. */
  private int known(LineText in, int at, byte next) {
    long state = in.state();
    for (int i = 0; i < parts.length; i++) {
      if (firsts[i].has(next)) {
        int end = parts[i].match(in, at);
        if (end >= 0) {
          return end;
        }
        in.back(state);
      }
    }
    return NONE;
  }

  private int any(LineText in, int at) {
    long state = in.state();
    for (Node part : parts) {
      int end = part.match(in, at);
      if (end >= 0) {
        return end;
      }
      in.back(state);
    }
    return NONE;
  }
}
