package innkeeper.redaction.pattern;

import java.util.HashMap;
import java.util.Map;

/** Numbers what {@link LineText} remembers: ends of runs by their set, places by what is sought. */
final class Numbers {
  /** Quotes of three kinds and so many depths have the first numbers. */
  static final int DEPTHS = 4;

  private static final Map<Object, Integer> NUMBERS = new HashMap<>();

  private Numbers() {}

  static synchronized int of(Object sought) {
    return NUMBERS.computeIfAbsent(sought, s -> 3 * DEPTHS + NUMBERS.size());
  }

  static int ofQuote(byte quote, int depth) {
    return 3 * depth + "\"'`".indexOf(quote);
  }
}
