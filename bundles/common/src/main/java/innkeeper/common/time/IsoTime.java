package innkeeper.common.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** The form of a point in time in all JSON of the host. */
public final class IsoTime {

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
    // LocalDateTime formats without DateTimeFormatter: each start, stop and audit entry contains
    // several times, and a young JVM has compiled little code. It leaves out seconds and
    // milliseconds that are 0.
    int nano = instant.getNano() / 1_000_000 * 1_000_000;
    String at =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), nano, ZoneOffset.UTC).toString();
    int clock = at.indexOf('T') + 1;
    return at + ":00.000".substring(at.length() - clock - "00:00".length()) + "Z";
  }

  /**
   * Parses ISO 8601 in UTC, in the form of {@link #text} or with another number of digits.
   *
   * @param text for example {@code 2026-11-21T05:40:00.000Z}
   * @return the point in time
   * @throws java.time.format.DateTimeParseException if the text is not such a time
   */
  public static Instant instant(String text) {
    long digits = text.length() == FORM.length() ? digits(text, 0, FORM) : -1;
    try {
      return digits < 0 ? Instant.parse(text) : ofDigits(digits);
    } catch (DateTimeException e) {
      return Instant.parse(text);
    }
  }

  /**
   * Reads the digits of a text in a fixed form, without DateTimeFormatter.
   *
   * @param from the beginning of the form in the text, which is long enough
   * @param form the form, with a 0 in the place of each digit
   * @return all digits as one number; -1 if the text has another form
   */
  public static long digits(String text, int from, String form) {
    long digits = 0;
    for (int i = 0; i < form.length(); i++) {
      char c = text.charAt(from + i);
      boolean digit = form.charAt(i) == '0';
      if (digit ? c < '0' || c > '9' : c != form.charAt(i)) {
        return -1;
      }
      digits = digit ? 10 * digits + c - '0' : digits;
    }
    return digits;
  }

  /**
   * Returns the UTC time of a number of 17 digits, from the year down to the millisecond.
   *
   * @throws DateTimeException if the digits name no existing time
   */
  public static Instant ofDigits(long digits) {
    return LocalDateTime.of(
            (int) (digits / 10_000_000_000_000L),
            (int) (digits / 100_000_000_000L % 100),
            (int) (digits / 1_000_000_000 % 100),
            (int) (digits / 10_000_000 % 100),
            (int) (digits / 100_000 % 100),
            (int) (digits / 1000 % 100),
            (int) (digits % 1000) * 1_000_000)
        .toInstant(ZoneOffset.UTC);
  }
}
