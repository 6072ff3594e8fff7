package innkeeper.common.time;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a point in time in the forms that people write. Safe for many threads. */
public final class PointInTime {

  private static final int LONGEST = 64;

  /** A span before now, for example {@code -2h} or {@code -1h30m}. */
  private static final Pattern AGO =
      Pattern.compile(
          "-\\s?(?:(\\d{1,4})w)?(?:(\\d{1,5})d)?(?:(\\d{1,6})h)?(?:(\\d{1,7})m)?(?:(\\d{1,9})s)?");

  private static final long[] SECONDS = {7 * 86_400, 86_400, 3600, 60, 1};

  private static final Pattern DAY =
      Pattern.compile("(today|yesterday|\\d{4}-\\d{2}-\\d{2})(?:[ t]+(\\S+))?");

  private static final Pattern CLOCK =
      Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?");

  private PointInTime() {}

  /**
   * Parses a time. The allowed forms are {@code now}; {@code -2h}, {@code -1h30m}, {@code -7d}
   * (units w, d, h, m, s, in this order); {@code 03:12} or {@code 03:12:30}, the last time at which
   * a clock showed this; {@code today}, {@code yesterday} or {@code 2026-11-22}, alone or with a
   * time of day; ISO 8601 with a zone or without. A text without a zone is in the clock's zone.
   *
   * @param text at most 64 characters; case does not matter
   * @param clock the present time and the zone
   * @return the point in time; never null
   * @throws IllegalArgumentException if the text has another form; the message names the value and
   *     the allowed forms
   */
  public static Instant parse(String text, Clock clock) {
    Instant now = clock.instant();
    LocalTime time = timeOfDay(plain(text));
    if (time == null) {
      return other(text, clock, now);
    }
    LocalDate today = LocalDate.ofInstant(now, clock.getZone());
    Instant then = at(today, time, clock.getZone());
    return then.isAfter(now) ? at(today.minusDays(1), time, clock.getZone()) : then;
  }

  /**
   * Parses the end of a span. A time of day alone is the first one after the beginning of the span,
   * so that {@code 23:50} to {@code 00:10} is twenty minutes.
   *
   * @param from the beginning of the span; if it is empty, the text is parsed like in {@link
   *     #parse}
   * @param clock the present time and the zone
   * @return the point in time; never null
   * @throws IllegalArgumentException as for {@link #parse}, or if the end is before {@code from}
   */
  public static Instant parseEnd(String text, Optional<Instant> from, Clock clock) {
    if (from.isEmpty()) {
      return parse(text, clock);
    }
    Instant begin = from.get();
    ZoneId zone = clock.getZone();
    LocalTime time = timeOfDay(plain(text));
    Instant end;
    if (time == null) {
      end = other(text, clock, clock.instant());
    } else {
      LocalDate day = LocalDate.ofInstant(begin, zone);
      end = at(day, time, zone);
      end = end.isBefore(begin) ? at(day.plusDays(1), time, zone) : end;
    }
    if (end.isBefore(begin)) {
      throw new IllegalArgumentException(
          "the end \"%s\" (%s) is before the begin (%s)"
              .formatted(text, ZonedText.of(end, zone), ZonedText.of(begin, zone)));
    }
    return end;
  }

  private static Instant other(String text, Clock clock, Instant now) {
    String plain = plain(text);
    try {
      Instant found = ago(plain, now);
      if (found == null) {
        found = day(plain, clock, now);
      }
      if (found == null) {
        found = OffsetDateTime.parse(plain.toUpperCase(Locale.ROOT)).toInstant();
      }
      // Every JSON reader and every database supports these years.
      int year = found.atZone(clock.getZone()).getYear();
      if (year >= 0 && year <= 9999) {
        return found;
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw bad(text, e);
    }
    throw bad(text, null);
  }

  private static String plain(String text) {
    return text.length() > LONGEST ? "" : text.strip().toLowerCase(Locale.ROOT);
  }

  private static LocalTime timeOfDay(String text) {
    Matcher parts = CLOCK.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    int hour = Integer.parseInt(parts.group(1));
    int minute = Integer.parseInt(parts.group(2));
    int second = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
    int nano =
        parts.group(4) == null
            ? 0
            : Integer.parseInt((parts.group(4) + "00000000").substring(0, 9));
    return hour > 23 || minute > 59 || second > 59
        ? null
        : LocalTime.of(hour, minute, second, nano);
  }

  private static Instant ago(String text, Instant now) {
    if (text.equals("now")) {
      return now;
    }
    Matcher parts = AGO.matcher(text);
    if (!parts.matches() || text.length() < 3) {
      return null;
    }
    long seconds = 0;
    for (int i = 0; i < SECONDS.length; i++) {
      String number = parts.group(i + 1);
      seconds += number == null ? 0 : SECONDS[i] * Long.parseLong(number);
    }
    return now.minus(Duration.ofSeconds(seconds));
  }

  private static Instant day(String text, Clock clock, Instant now) {
    Matcher parts = DAY.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    LocalDate today = LocalDate.ofInstant(now, clock.getZone());
    LocalDate day =
        switch (parts.group(1)) {
          case "today" -> today;
          case "yesterday" -> today.minusDays(1);
          default -> LocalDate.parse(parts.group(1));
        };
    LocalTime time = parts.group(2) == null ? LocalTime.MIDNIGHT : timeOfDay(parts.group(2));
    return time == null ? null : at(day, time, clock.getZone());
  }

  private static Instant at(LocalDate day, LocalTime time, ZoneId zone) {
    return LocalDateTime.of(day, time).atZone(zone).toInstant();
  }

  private static IllegalArgumentException bad(String text, Exception why) {
    String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return new IllegalArgumentException(
        "\""
            + shown
            + "\" is no time; allowed are 03:12, yesterday 03:12, -2h, -1h30m, 2026-11-22 03:12,"
            + " 2026-11-22T03:12:00Z and now",
        why);
  }
}
