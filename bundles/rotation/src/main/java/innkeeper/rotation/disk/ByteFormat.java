package innkeeper.rotation.disk;

import java.util.Locale;

/** The text form of numbers of bytes for people. */
public final class ByteFormat {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private ByteFormat() {}

  public static String words(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
