package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** A text. */
final class LiteralNode extends Node {
  private final byte[] text;
  private final byte[] other;
  private final boolean before;

  LiteralNode(Literal literal, boolean before) {
    super(NodeFacts.literal(sets(literal, before)));
    text = literal.text();
    other = literal.other();
    this.before = before;
  }

  private static ByteSet[] sets(Literal literal, boolean before) {
    int length = literal.text().length;
    ByteSet[] bytes = new ByteSet[length];
    for (int i = 0; i < length; i++) {
      ByteSet any = ByteSet.exact(literal.text()[i]).or(ByteSet.exact(literal.other()[i]));
      bytes[before ? length - 1 - i : i] = any;
    }
    return bytes;
  }

  @Override
  int match(LineText in, int at) {
    return before ? before(in, at) : after(in, at);
  }

  private int after(LineText in, int at) {
    byte[] b = in.b;
    int known = Math.min(text.length, in.to - at);
    for (int i = 0; i < known; i++) {
      if (b[at + i] != text[i] && b[at + i] != other[i]) {
        return NONE;
      }
    }
    if (known == text.length) {
      return at + known;
    }
    in.looked(in.to);
    return NONE;
  }

  private int before(LineText in, int at) {
    int start = at - text.length;
    if (start < in.from) {
      return NONE;
    }
    byte[] b = in.b;
    for (int i = 0; i < text.length; i++) {
      if (b[start + i] != text[i] && b[start + i] != other[i]) {
        return NONE;
      }
    }
    return start;
  }
}
