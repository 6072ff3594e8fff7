package innkeeper.common.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats a point in time for people: in the zone of the host, with its offset. {@link PointInTime}
 * parses the result. JSON, files and log formats use {@link IsoTime}. Stateless; safe for many
 * threads.
 */
public final class ZonedText {

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX");

  /** A time in UTC, in the form of {@link IsoTime} and {@link Instant}. */
  private static final Pattern UTC =
      Pattern.compile(
          "(?<![\\w.:+-])\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z(?!\\w)");

  private ZonedText() {}

  /**
   * Writes ISO 8601 in the zone of the host, without a space: {@code
   * 2026-11-21T00:40:00.000-05:00}. A time with an offset of 0 ends with {@code Z}.
   *
   * @param instant any time; fractions of a millisecond are cut off
   */
  public static String of(Instant instant) {
    return of(instant, ZoneId.systemDefault());
  }

  /**
   * Does the same as {@link #of(Instant)}, in a given zone.
   *
   * @param instant any time; fractions of a millisecond are cut off
   */
  public static String of(Instant instant, ZoneId zone) {
    return FORM.format(instant.atZone(zone));
  }

  /**
   * Rewrites each UTC time in a sentence to the form of {@link #of(Instant)}. All other text stays
   * unchanged, also file names.
   *
   * @param text a sentence, for example the reason of a health check
   * @return the text with times in the zone of the host
   */
  public static String within(String text) {
    return within(text, ZoneId.systemDefault());
  }

  static String within(String text, ZoneId zone) {
    Matcher times = UTC.matcher(text);
    return times.replaceAll(found -> zoned(found.group(), zone));
  }

  private static String zoned(String utc, ZoneId zone) {
    try {
      return of(Instant.parse(utc), zone);
    } catch (DateTimeException e) {
      return utc; // The text only resembles a time.
    }
  }
}
