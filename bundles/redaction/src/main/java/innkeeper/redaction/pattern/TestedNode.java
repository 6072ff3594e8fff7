package innkeeper.redaction.pattern;

import java.util.List;

/** A part of which tests hold. */
final class TestedNode extends Node {
  private final Node part;
  private final ValueTest[] tests;

  TestedNode(Node part, List<ValueTest> tests) {
    super(part.facts.conditional());
    this.part = part;
    this.tests = tests.toArray(new ValueTest[0]);
  }

  @Override
  int match(LineText in, int at) {
    int end = part.match(in, at);
    if (end < 0) {
      return NONE;
    }
    int from = Math.min(at, end);
    int to = Math.max(at, end);
    for (ValueTest test : tests) {
      if (!test.holds(in, from, to)) {
        return NONE;
      }
    }
    return end;
  }

  @Override
  int looked(LineText in, int at, int end) {
    return end < 0 ? 0 : Math.abs(end - at);
  }
}
