package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.ArrayList;
import java.util.List;

/** The first of the parts that matches. */
final class ChoiceNode extends Node {
  /** Bytes whose last bits are the same share what may begin with them. */
  private static final int SLOTS = 64;

  private final Node[] parts;

  /** What each may begin with. */
  private final ByteSet[] firsts;

  private final boolean before;

  /** The parts that may begin with a byte of the slot, as far as anybody asked. */
  private Node[][] known;

  ChoiceNode(List<Node> parts, boolean before) {
    super(NodeFacts.choice(parts.stream().map(part -> part.facts).toList()));
    this.parts = parts.toArray(new Node[0]);
    this.before = before;
    firsts = parts.stream().map(Node::first).toArray(ByteSet[]::new);
  }

  @Override
  int match(LineText in, int at) {
    int next = before ? at - 1 : at;
    return match(in, at, next >= in.from && next < in.to ? those(in.b[next]) : parts);
  }

  private Node[] those(byte next) {
    Node[][] slots = known;
    if (slots == null) {
      slots = new Node[SLOTS][];
      known = slots;
    }
    int slot = next & SLOTS - 1;
    Node[] those = slots[slot];
    if (those == null) {
      those = like(slot);
      slots[slot] = those;
    }
    return those;
  }

  private Node[] like(int slot) {
    List<Node> like = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      for (int high = 0; high < 4; high++) {
        if (firsts[i].has((byte) (slot | high << 6))) {
          like.add(parts[i]);
          break;
        }
      }
    }
    return like.toArray(new Node[0]);
  }

  private static int match(LineText in, int at, Node[] those) {
    long state = in.state();
    for (Node part : those) {
      int end = part.match(in, at);
      if (end >= 0) {
        return end;
      }
      in.back(state);
    }
    return NONE;
  }
}
