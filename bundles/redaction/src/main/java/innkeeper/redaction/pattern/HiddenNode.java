package innkeeper.redaction.pattern;

import innkeeper.redaction.text.Bytes;

/** A part that is to be hidden. */
final class HiddenNode extends Node {
  private final Node part;

  /** Whether signs that close a sentence stay. */
  private final boolean word;

  HiddenNode(Node part, boolean word) {
    super(part.facts.conditional());
    this.part = part;
    this.word = word;
  }

  @Override
  int match(LineText in, int at) {
    in.hides(at);
    int end = part.match(in, at);
    if (end > at) {
      in.hide(at, word ? Bytes.trimmed(in.b, at, end) : end, end);
    }
    return end;
  }
}
