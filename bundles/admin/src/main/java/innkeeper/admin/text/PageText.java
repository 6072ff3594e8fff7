package innkeeper.admin.text;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Formats durations and sizes for people, in the same form as the page's scripts. */
public final class PageText {

  private PageText() {}

  /** Returns the time between two instants in at most two units: {@code 3d 4h}, {@code 12s}. */
  public static String since(Instant then, Instant now) {
    long s = Math.max(0, Duration.between(then, now).toSeconds());
    if (s < 60) {
      return s + "s";
    }
    if (s < 3600) {
      return s / 60 + "m " + s % 60 + "s";
    }
    if (s < 86400) {
      return s / 3600 + "h " + s % 3600 / 60 + "m";
    }
    return s / 86400 + "d " + s % 86400 / 3600 + "h";
  }

  /**
   * Returns a size such as {@code 180 MiB}, in powers of 1024. The command line and the health
   * checks use the same form.
   */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    for (String unit : new String[] {"KiB", "MiB", "GiB", "TiB"}) {
      value /= 1024;
      if (value < 1023.5) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f %s" : "%.0f %s", value, unit);
      }
    }
    return String.format(Locale.ROOT, "%.0f PiB", value / 1024);
  }
}
