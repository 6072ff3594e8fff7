package innkeeper.common.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of each day, such as 22:00–07:00. It crosses midnight if its end is before its beginning;
 * if both are the same, it is the whole day. Immutable.
 *
 * @param from its first minute
 * @param to the first minute after it
 * @param zone the time zone; empty for the machine's zone
 */
public record DailySpan(LocalTime from, LocalTime to, Optional<ZoneId> zone) {

  private static final Pattern FORM =
      Pattern.compile(
          "((?:[01][0-9]|2[0-3]):[0-5][0-9])-((?:[01][0-9]|2[0-3]):[0-5][0-9])(?: (\\S+))?");

  /**
   * Parses {@code 22:00-07:00} or {@code 22:00-07:00 Europe/Berlin}.
   *
   * @throws IllegalArgumentException if the text has another form; the message names the text and
   *     the allowed form
   */
  public static DailySpan parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is not a span of a day; write HH:MM-HH:MM, and a time zone if you like");
    }
    try {
      return new DailySpan(
          LocalTime.parse(form.group(1)),
          LocalTime.parse(form.group(2)),
          Optional.ofNullable(form.group(3)).map(ZoneId::of));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "\"" + form.group(3) + "\" is not a time zone; write one such as Europe/Berlin", e);
    }
  }

  /**
   * Returns whether a time is within the span.
   *
   * @return true from the first minute on, false from the minute after the last
   */
  public boolean contains(Instant at) {
    LocalTime time = LocalTime.ofInstant(at, zone.orElseGet(ZoneId::systemDefault));
    boolean begun = !time.isBefore(from);
    boolean over = !time.isBefore(to);
    return from.isBefore(to) ? begun && !over : begun || !over;
  }
}
