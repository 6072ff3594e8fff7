package innkeeper.api.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The form of a point in time in all JSON of the host. */
public final class IsoTime {

  /** For years beyond four digits. */
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private IsoTime() {}

  /**
   * Writes ISO 8601 in UTC, always with three digits of milliseconds: {@code
   * 2026-11-21T05:40:00.000Z}.
   *
   * @param instant any time; what is below a millisecond is cut off
   * @return 24 characters for the years 0–9999
   */
  public static String text(Instant instant) {
    LocalDateTime at =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    if (at.getYear() < 0 || at.getYear() > 9999) {
      return ISO.format(instant);
    }
    // By hand: each start, stop and audit entry has several, in a JVM that has compiled little yet.
    byte[] text = {
      0, 0, 0, 0, '-', 0, 0, '-', 0, 0, 'T', 0, 0, ':', 0, 0, ':', 0, 0, '.', 0, 0, 0, 'Z'
    };
    digits(text, 0, 4, at.getYear());
    digits(text, 5, 2, at.getMonthValue());
    digits(text, 8, 2, at.getDayOfMonth());
    digits(text, 11, 2, at.getHour());
    digits(text, 14, 2, at.getMinute());
    digits(text, 17, 2, at.getSecond());
    digits(text, 20, 3, at.getNano() / 1_000_000);
    return new String(text, StandardCharsets.US_ASCII);
  }

  private static void digits(byte[] text, int at, int count, int number) {
    int rest = number;
    for (int i = at + count - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
