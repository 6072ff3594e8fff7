package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** Most texts do not match a pattern, and their next byte tells so. */
final class FirstByte extends Matcher {
  private final Node node;
  private final ByteSet first;
  private final boolean backward;

  FirstByte(Node node, boolean backward) {
    this.node = node;
    this.backward = backward;
    first = node.start;
  }

  @Override
  ByteSet first() {
    return first;
  }

  @Override
  boolean ofToken() {
    return node.ofToken();
  }

  @Override
  int match(LineText in, int at) {
    int next = backward ? at - 1 : at;
    boolean may = next < in.from || next >= in.to || first.has(in.b[next]);
    return may ? node.match(in, at) : NONE;
  }
}
