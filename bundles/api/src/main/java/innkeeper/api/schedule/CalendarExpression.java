package innkeeper.api.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * A calendar expression of systemd's, such as {@code Mon..Fri *-*-* 03:00:00}, {@code *:0/15} or
 * {@code daily Europe/Berlin}; see systemd.time(7). Seconds are whole. Immutable.
 *
 * <p>When a zone's offset changes, a time of day that does not occur is due at the moment of the
 * change, once. A time of day that occurs twice is due the first time. Systemd leaves the former
 * out. Neither rule applies if the change maps the times of day onto themselves: {@code hourly} is
 * due each hour, whatever the clocks do.
 */
public final class CalendarExpression {

  private final String text;
  private final CalendarFields fields;
  private final Optional<ZoneId> zone;

  CalendarExpression(String text, CalendarFields fields, Optional<ZoneId> zone) {
    this.text = text;
    this.fields = fields;
    this.zone = zone;
  }

  /**
   * Reads an expression.
   *
   * @param text weekdays, date, time and time zone; each may be left out, but not all
   * @throws IllegalArgumentException if it is none, or names no time that there is; the message
   *     says which part is wrong and what is allowed
   */
  public static CalendarExpression parse(String text) {
    return new CalendarParser(text).expression();
  }

  /**
   * The next time that it is due.
   *
   * @param after a moment; the result is later
   * @param fallback the zone of an expression that names none
   * @return on a whole second; empty if it is never due again, which is so after the year 2199
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

  /** The local time to look from: past the times of day that the clocks show once more. */
  private LocalDateTime earliest(ZoneRules rules, Instant from, ZoneOffset offset) {
    LocalDateTime local = LocalDateTime.ofEpochSecond(from.getEpochSecond(), 0, offset);
    ZoneOffsetTransition last = rules.previousTransition(from.plusNanos(1));
    boolean again =
        last != null && last.isOverlap() && local.isBefore(last.getDateTimeBefore()) && moves(last);
    return again ? last.getDateTimeBefore() : local;
  }

  /** Whether the times of day are others after a change of the clocks. */
  private boolean moves(ZoneOffsetTransition change) {
    return !fields.sameAfter((int) change.getDuration().toSeconds());
  }

  /**
   * The zone that it names.
   *
   * @return empty if it names none
   */
  public Optional<ZoneId> zone() {
    return zone;
  }

  /**
   * The expression as it was written.
   *
   * @return without blanks at its ends
   */
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
