package innkeeper.redaction.pattern;

/**
 * Says something of a stretch of a text: that it is a word of a list, that it mixes letters and
 * digits.
 */
@FunctionalInterface
public interface ValueTest {
  boolean holds(LineText in, int from, int to);

  /** Whether this test or another holds. */
  default ValueTest or(ValueTest other) {
    return (in, from, to) -> holds(in, from, to) || other.holds(in, from, to);
  }
}
