package innkeeper.convert.imports;

import java.util.Locale;

/**
 * Parses sizes: {@code 50MB}, {@code 300M}, {@code 1G}, {@code 1024}. The units are powers of 1024,
 * as in supervisord and pm2.
 */
final class Sizes {

  private Sizes() {}

  /**
   * @throws IllegalArgumentException if the text is not a size
   */
  static long bytes(String text) {
    String s = text.strip().toUpperCase(Locale.ROOT);
    if (s.endsWith("B")) {
      s = s.substring(0, s.length() - 1);
    }
    long unit = 1;
    if (!s.isEmpty()) {
      int power = "KMG".indexOf(s.charAt(s.length() - 1)) + 1;
      if (power > 0) {
        unit = 1L << (10 * power);
        s = s.substring(0, s.length() - 1);
      }
    }
    try {
      return Math.multiplyExact(Long.parseLong(s.strip()), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(text + " is not a size", e);
    }
  }
}
