package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;

/** Matches a pattern, or a part of one. */
abstract class Matcher {
  /** What words are made of. */
  static final ByteSet TOKEN = ByteSet.of(Bytes.TOKEN);

  static final int NONE = -1;

  /** What a text that matches may begin with. */
  final ByteSet first;

  /** Whether a text of {@link #TOKEN} alone may match. */
  final boolean ofToken;

  Matcher(ByteSet first, boolean ofToken) {
    this.first = first;
    this.ofToken = ofToken;
  }

  /** Where what begins at {@code at} ends, or {@link #NONE}; in before() the reverse. */
  abstract int match(LineText in, int at);
}
