package innkeeper.common.text;

import java.time.Duration;
import java.util.Locale;

/** Formats spans and sizes for people. Stateless; safe for many threads. */
public final class Amounts {

  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

  private Amounts() {}

  /**
   * Returns a span as text: {@code 12s}, {@code 5m 10s}, {@code 3h 04m}, {@code 2d 03h}.
   *
   * @param span fractions of a second are cut off; a negative span is {@code 0s}
   * @return its two largest units
   */
  public static String span(Duration span) {
    long s = Math.max(0, span.toSeconds());
    if (s < 60) {
      return s + "s";
    }
    if (s < 3600) {
      return s / 60 + "m " + two(s % 60) + "s";
    }
    if (s < 86400) {
      return s / 3600 + "h " + two(s / 60 % 60) + "m";
    }
    return s / 86400 + "d " + two(s / 3600 % 24) + "h";
  }

  private static String two(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }

  /**
   * Returns a size as text: {@code 512 B}, {@code 1.5 KiB}, {@code 20.0 MiB}.
   *
   * @param bytes not negative
   * @return the size in powers of 1024
   */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
