package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;

/** Most texts do not match a pattern, and their next byte tells so. */
final class FirstByte extends Matcher {
  private final Node node;
  private final boolean backward;

  FirstByte(Node node, boolean backward) {
    this.node = node;
    this.backward = backward;
  }

  @Override
  ByteSet first() {
    return node.start;
  }

  @Override
  boolean ofToken() {
    return node.ofToken();
  }

  @Override
  int match(LineText in, int at) {
    int next = backward ? at - 1 : at;
    boolean may = next < in.from || next >= in.to || node.start.has(in.b[next]);
    return may ? node.match(in, at) : NONE;
  }
}
