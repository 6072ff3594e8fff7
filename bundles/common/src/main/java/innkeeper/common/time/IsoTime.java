package innkeeper.common.time;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The form of a point in time in all JSON of the host. */
public final class IsoTime {

  /** The format for years beyond four digits. */
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The form of {@link #text}, with a 0 in the place of each digit. */
  private static final String FORM = "0000-00-00T00:00:00.000Z";

  private IsoTime() {}

  /**
   * Writes ISO 8601 in UTC, always with three digits of milliseconds: {@code
   * 2026-11-21T05:40:00.000Z}.
   *
   * @param instant any time; fractions of a millisecond are cut off
   * @return 24 characters for the years 0–9999
   */
  public static String text(Instant instant) {
    LocalDateTime at =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    if (at.getYear() < 0 || at.getYear() > 9999) {
      return ISO.format(instant);
    }
    // This code formats without DateTimeFormatter: each start, stop and audit entry contains
    // several times, and a young JVM has compiled little code.
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

  /**
   * Parses ISO 8601 in UTC, in the form of {@link #text} or with another number of digits.
   *
   * @param text for example {@code 2026-11-21T05:40:00.000Z}
   * @return the point in time
   * @throws java.time.format.DateTimeParseException if the text is not such a time
   */
  public static Instant instant(String text) {
    if (text.length() != FORM.length()) {
      return Instant.parse(text);
    }
    long at = 0;
    for (int i = 0; i < FORM.length(); i++) {
      char c = text.charAt(i);
      boolean digit = FORM.charAt(i) == '0';
      if (digit ? c < '0' || c > '9' : c != FORM.charAt(i)) {
        return Instant.parse(text);
      }
      at = digit ? 10 * at + c - '0' : at;
    }
    // This code parses without DateTimeFormatter, too: the number holds seventeen digits from the
    // year down to the millisecond.
    int second = (int) (at / 1000 % 100);
    int minute = (int) (at / 100_000 % 100);
    int hour = (int) (at / 10_000_000 % 100);
    int day = (int) (at / 1_000_000_000L % 100);
    int month = (int) (at / 100_000_000_000L % 100);
    int year = (int) (at / 10_000_000_000_000L);
    if (month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59) {
      return Instant.parse(text);
    }
    return LocalDateTime.of(year, month, day, hour, minute, second, (int) (at % 1000) * 1_000_000)
        .toInstant(ZoneOffset.UTC);
  }

  private static void digits(byte[] text, int at, int count, int number) {
    int rest = number;
    for (int i = at + count - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
