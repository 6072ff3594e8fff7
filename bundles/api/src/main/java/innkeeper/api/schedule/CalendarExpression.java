package innkeeper.api.schedule;

import innkeeper.common.calendar.CalendarFields;
import innkeeper.common.calendar.CalendarParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * A calendar expression of systemd, such as {@code Mon..Fri *-*-* 03:00:00}, {@code *:0/15} or
 * {@code daily Europe/Berlin}; see systemd.time(7). Seconds are whole. Immutable.
 *
 * <p>If a change of a zone's offset skips a matching time of day, the expression matches once, at
 * the moment of the change; systemd does not match it. A time of day that occurs twice matches the
 * first time. Neither rule applies if the change maps the matching times of day onto themselves:
 * {@code hourly} matches every hour across any change.
 */
public final class CalendarExpression {

  private final String text;
  private final CalendarFields fields;
  private final Optional<ZoneId> zone;

  private CalendarExpression(CalendarParser.Parts parts) {
    this.text = parts.text();
    this.fields = parts.fields();
    this.zone = parts.zone();
  }

  /**
   * Parses an expression.
   *
   * @param text weekdays, date, time and time zone; each may be left out, but not all
   * @throws IllegalArgumentException if the text is not an expression, or matches no time; the
   *     message names the wrong part and the allowed form
   */
  public static CalendarExpression parse(String text) {
    return new CalendarExpression(CalendarParser.parse(text));
  }

  /**
   * Returns the next matching time.
   *
   * @param after a moment; the result is later
   * @param fallback the zone of an expression without a zone
   * @return on a whole second; empty if no time matches any more, which is so after the year 2199
   */
  public Optional<Instant> next(Instant after, ZoneId fallback) {
    ZoneRules rules = zone.orElse(fallback).getRules();
    Instant from = Instant.ofEpochSecond(after.getEpochSecond() + 1);
    while (true) {
      ZoneOffset offset = rules.getOffset(from);
      Optional<LocalDateTime> hit = fields.atOrAfter(earliest(rules, from, offset));
      ZoneOffsetTransition change = rules.nextTransition(from);
      if (hit.isEmpty() || change == null) {
        return hit.map(local -> local.toInstant(offset));
      }
      if (hit.get().isBefore(change.getDateTimeBefore())) {
        return hit.map(local -> local.toInstant(offset));
      }
      if (change.isGap() && hit.get().isBefore(change.getDateTimeAfter()) && moves(change)) {
        return Optional.of(change.getInstant());
      }
      from = change.getInstant();
    }
  }

  /**
   * Returns the local time at which the search begins, after the times of day that the clocks
   * repeat.
   */
  private LocalDateTime earliest(ZoneRules rules, Instant from, ZoneOffset offset) {
    LocalDateTime local = LocalDateTime.ofEpochSecond(from.getEpochSecond(), 0, offset);
    ZoneOffsetTransition last = rules.previousTransition(from.plusNanos(1));
    boolean again =
        last != null && last.isOverlap() && local.isBefore(last.getDateTimeBefore()) && moves(last);
    return again ? last.getDateTimeBefore() : local;
  }

  /** Returns whether a change of the clocks changes the matching times of day. */
  private boolean moves(ZoneOffsetTransition change) {
    return !fields.sameAfter((int) change.getDuration().toSeconds());
  }

  /** Returns the zone in the expression, or empty if the expression has no zone. */
  public Optional<ZoneId> zone() {
    return zone;
  }

  /** Returns the expression as it was written, without blanks at its ends. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CalendarExpression that && that.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
