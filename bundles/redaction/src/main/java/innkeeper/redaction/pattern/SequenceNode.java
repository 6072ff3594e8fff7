package innkeeper.redaction.pattern;

import java.util.ArrayList;
import java.util.List;

/** One part after the other. */
final class SequenceNode extends Node {
  private final Node[] parts;

  SequenceNode(List<Node> parts) {
    super(NodeFacts.sequence(parts.stream().map(part -> part.facts).toList()));
    List<Node> all = new ArrayList<>();
    for (Node part : parts) {
      all.addAll(part instanceof SequenceNode inner ? List.of(inner.parts) : List.of(part));
    }
    this.parts = all.toArray(new Node[0]);
  }

  @Override
  int match(LineText in, int at) {
    int i = at;
    for (Node part : parts) {
      i = part.match(in, i);
      if (i < 0) {
        return NONE;
      }
    }
    return i;
  }
}
