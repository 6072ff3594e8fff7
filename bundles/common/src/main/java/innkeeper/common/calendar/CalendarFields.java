package innkeeper.common.calendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import java.util.Optional;

/**
 * The local times that match an expression. Immutable after its construction.
 *
 * @param weekdays 1 for Monday to 7
 * @param years from {@link #FIRST_YEAR} to {@link #LAST_YEAR}
 * @param months 1 to 12
 * @param days of the month, from 1
 * @param fromEnd whether days count from the month's end, 1 for the last
 * @param hours 0 to 23
 * @param minutes 0 to 59
 * @param seconds 0 to 59
 */
public record CalendarFields(
    BitSet weekdays,
    BitSet years,
    BitSet months,
    BitSet days,
    boolean fromEnd,
    BitSet hours,
    BitSet minutes,
    BitSet seconds) {

  static final int FIRST_YEAR = 1970;
  static final int LAST_YEAR = 2199;
  private static final int DAY_MINUTES = 24 * 60;

  /** Returns the first local time that matches, not before the given one. */
  public Optional<LocalDateTime> atOrAfter(LocalDateTime from) {
    LocalDate date = from.toLocalDate();
    Optional<LocalTime> time = timeAtOrAfter(from.toLocalTime());
    if (matches(date) && time.isPresent()) {
      return Optional.of(date.atTime(time.get()));
    }
    LocalTime first =
        LocalTime.of(hours.nextSetBit(0), minutes.nextSetBit(0), seconds.nextSetBit(0));
    return dateAtOrAfter(date.plusDays(1)).map(day -> day.atTime(first));
  }

  private Optional<LocalDate> dateAtOrAfter(LocalDate from) {
    LocalDate date = from.getYear() < FIRST_YEAR ? LocalDate.of(FIRST_YEAR, 1, 1) : from;
    while (date.getYear() <= LAST_YEAR) {
      if (!years.get(date.getYear())) {
        date = LocalDate.of(date.getYear() + 1, 1, 1);
      } else if (!months.get(date.getMonthValue())) {
        date = date.withDayOfMonth(1).plusMonths(1);
      } else if (!matches(date)) {
        date = date.plusDays(1);
      } else {
        return Optional.of(date);
      }
    }
    return Optional.empty();
  }

  private boolean matches(LocalDate date) {
    DayOfWeek weekday = date.getDayOfWeek();
    int day = fromEnd ? date.lengthOfMonth() - date.getDayOfMonth() + 1 : date.getDayOfMonth();
    return weekdays.get(weekday.getValue())
        && years.get(date.getYear())
        && months.get(date.getMonthValue())
        && days.get(day);
  }

  private Optional<LocalTime> timeAtOrAfter(LocalTime from) {
    int second = seconds.nextSetBit(from.getSecond());
    boolean sameMinute = minutes.get(from.getMinute()) && second >= 0;
    if (hours.get(from.getHour()) && sameMinute) {
      return Optional.of(LocalTime.of(from.getHour(), from.getMinute(), second));
    }
    int minute = minutes.nextSetBit(from.getMinute() + 1);
    if (hours.get(from.getHour()) && minute >= 0) {
      return Optional.of(LocalTime.of(from.getHour(), minute, seconds.nextSetBit(0)));
    }
    int hour = hours.nextSetBit(from.getHour() + 1);
    return hour < 0
        ? Optional.empty()
        : Optional.of(LocalTime.of(hour, minutes.nextSetBit(0), seconds.nextSetBit(0)));
  }

  /** Returns whether the matching times of day are the same after the clocks are shifted. */
  public boolean sameAfter(int shiftSeconds) {
    if (shiftSeconds % 60 != 0) {
      return false;
    }
    BitSet all = new BitSet(DAY_MINUTES);
    BitSet shifted = new BitSet(DAY_MINUTES);
    for (int minute = 0; minute < DAY_MINUTES; minute++) {
      if (hours.get(minute / 60) && minutes.get(minute % 60)) {
        all.set(minute);
        shifted.set(Math.floorMod(minute + shiftSeconds / 60, DAY_MINUTES));
      }
    }
    return all.equals(shifted);
  }
}
