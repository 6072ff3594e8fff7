package innkeeper.redaction.value;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.ValueTest;

/**
 * Whether a word stands in a list, or in one of several, which costs one look.
 *
 * @param lists their bits
 */
record WordTest(Words words, int lists) implements ValueTest {

  @Override
  public boolean holds(LineText in, int from, int to) {
    return (words.lists(in.b, from, to) & lists) != 0;
  }

  @Override
  public ValueTest or(ValueTest other) {
    return other instanceof WordTest more
        ? new WordTest(words, lists | more.lists)
        : ValueTest.super.or(other);
  }
}
