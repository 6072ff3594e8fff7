package innkeeper.redaction.pattern;

/** Matches a pattern, or a part of one. */
abstract class Matcher {
  static final int NONE = -1;

  /** Where what begins at {@code at} ends, or {@link #NONE}; in before() the reverse. */
  abstract int match(LineText in, int at);
}
