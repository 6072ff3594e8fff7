package innkeeper.common.calendar;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one calendar expression of systemd. An instance is used once, by one thread. */
public final class CalendarParser {

  private static final List<String> WEEKDAYS =
      List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

  private static final Map<String, String> SHORTHANDS =
      Map.ofEntries(
          Map.entry("minutely", "*-*-* *:*:00"),
          Map.entry("hourly", "*-*-* *:00:00"),
          Map.entry("daily", "*-*-* 00:00:00"),
          Map.entry("weekly", "Mon *-*-* 00:00:00"),
          Map.entry("monthly", "*-*-01 00:00:00"),
          Map.entry("quarterly", "*-01,04,07,10-01 00:00:00"),
          Map.entry("semiannually", "*-01,07-01 00:00:00"),
          Map.entry("semi-annually", "*-01,07-01 00:00:00"),
          Map.entry("biannually", "*-01,07-01 00:00:00"),
          Map.entry("bi-annually", "*-01,07-01 00:00:00"),
          Map.entry("yearly", "*-01-01 00:00:00"),
          Map.entry("annually", "*-01-01 00:00:00"));

  private static final Pattern DATE = Pattern.compile("(?:([^-~]+)-)?([^-~]+)([-~])([^-~]+)");
  private static final Pattern ITEM =
      Pattern.compile("([0-9]{1,4})(?:\\.\\.([0-9]{1,4}))?(?:/([0-9]{1,4}))?");
  private static final Pattern LETTERS = Pattern.compile("[A-Za-z].*");

  private final String text;

  private CalendarParser(String text) {
    this.text = text.strip();
  }

  /**
   * The parts of an expression.
   *
   * @param text the expression without blanks at its ends
   * @param zone empty if the expression has no zone
   */
  public record Parts(String text, CalendarFields fields, Optional<ZoneId> zone) {}

  /**
   * Parses an expression.
   *
   * @param text weekdays, date, time and time zone; each may be left out, but not all
   * @throws IllegalArgumentException if the text is not an expression, or matches no time; the
   *     message names the wrong part and the allowed form
   */
  public static Parts parse(String text) {
    return new CalendarParser(text).parts();
  }

  private Parts parts() {
    List<String> words = new ArrayList<>(Arrays.asList(text.split("\\s+")));
    Optional<ZoneId> zone = zone(words);
    String shorthand = SHORTHANDS.get(words.get(0).toLowerCase(Locale.ROOT));
    if (shorthand != null && words.size() == 1) {
      words = new ArrayList<>(List.of(shorthand.split(" ")));
    }
    BitSet weekdays = all(1, 7);
    if (LETTERS.matcher(words.get(0)).matches()) {
      weekdays = weekdays(words.remove(0));
    }
    String date = "*-*-*";
    if (!words.isEmpty() && DATE.matcher(words.get(0)).matches()) {
      date = words.remove(0);
    }
    String time = words.isEmpty() ? "00:00:00" : words.remove(0);
    if (!words.isEmpty()) {
      throw wrong(words.get(0), "weekdays, date, time and time zone, in this order");
    }
    CalendarFields fields = fields(weekdays, date, time);
    if (fields.atOrAfter(LocalDateTime.of(CalendarFields.FIRST_YEAR, 1, 1, 0, 0)).isEmpty()) {
      throw wrong(text, "a date that there is");
    }
    return new Parts(text, fields, zone);
  }

  private Optional<ZoneId> zone(List<String> words) {
    String last = words.get(words.size() - 1);
    if (words.size() < 2 || !LETTERS.matcher(last).matches()) {
      return Optional.empty();
    }
    words.remove(words.size() - 1);
    try {
      return Optional.of(ZoneId.of(last));
    } catch (DateTimeException e) {
      throw wrong(last, "a time zone such as Europe/Berlin or UTC");
    }
  }

  private CalendarFields fields(BitSet weekdays, String date, String time) {
    Matcher parts = DATE.matcher(date);
    if (!parts.matches()) {
      throw wrong(date, "a date such as *-*-01, 12-24 or *-02~01");
    }
    boolean fromEnd = parts.group(3).equals("~");
    String[] clock = time.split(":", -1);
    if (clock.length < 2 || clock.length > 3) {
      throw wrong(time, "a time such as 03:00, *:0/15 or 03:00:30; or hourly, daily, weekly");
    }
    return new CalendarFields(
        weekdays,
        years(parts.group(1) == null ? "*" : parts.group(1)),
        items(parts.group(2), 1, 12, false),
        items(parts.group(4), 1, 31, fromEnd),
        fromEnd,
        items(clock[0], 0, 23, false),
        items(clock[1], 0, 59, false),
        items(clock.length == 3 ? clock[2] : "00", 0, 59, false));
  }

  /** Parses years. Two digits are a year of this century up to 69, and of the last one from 70. */
  private BitSet years(String list) {
    Matcher digits = Pattern.compile("(?<![0-9/])([0-9]{1,2})(?![0-9])").matcher(list);
    String full =
        digits.replaceAll(
            year -> {
              int number = Integer.parseInt(year.group(1));
              return Integer.toString(number + (number < 70 ? 2000 : 1900));
            });
    return items(full, CalendarFields.FIRST_YEAR, CalendarFields.LAST_YEAR, false);
  }

  /**
   * Parses a list of numbers, ranges and steps.
   *
   * @param down whether steps go down from the first number, as they do when days count from the
   *     month's end
   */
  private BitSet items(String list, int min, int max, boolean down) {
    if (list.equals("*")) {
      return all(min, max);
    }
    BitSet set = new BitSet(max + 1);
    for (String item : list.split(",", -1)) {
      Matcher parts = ITEM.matcher(item);
      if (!parts.matches()) {
        throw wrong(item, "*, a number, FIRST..LAST or FIRST/STEP, with commas between them");
      }
      int first = number(parts.group(1), min, max);
      boolean range = parts.group(2) != null;
      boolean steps = parts.group(3) != null;
      int last = range ? number(parts.group(2), min, max) : steps && !down ? max : first;
      int step = steps ? number(parts.group(3), 1, max) : 1;
      if (last < first || (steps && !range && !down && first + step > max)) {
        throw wrong(item, "numbers that grow, up to " + max);
      }
      if (down) {
        // For example, 7 with a step of 2 matches the 7th, 5th, 3rd and 1st day from the month's
        // end.
        int least = range || !steps ? first : min;
        for (int at = last; at >= least; at -= step) {
          set.set(at);
        }
      } else {
        for (int at = first; at <= last; at += step) {
          set.set(at);
        }
      }
    }
    return set;
  }

  private int number(String digits, int min, int max) {
    int number = Integer.parseInt(digits);
    if (number < min || number > max) {
      throw wrong(digits, "a number from " + min + " to " + max);
    }
    return number;
  }

  private BitSet weekdays(String list) {
    BitSet set = new BitSet(8);
    // A comma at the end is allowed.
    for (String item : list.replaceFirst(",$", "").split(",", -1)) {
      String[] ends = item.split("\\.\\.|-", -1);
      int first = weekday(ends[0]);
      int last = weekday(ends[ends.length - 1]);
      if (ends.length > 2 || last < first) {
        throw wrong(item, "weekdays from Mon to Sun, such as Mon..Fri or Sat,Sun");
      }
      set.set(first, last + 1);
    }
    return set;
  }

  private int weekday(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    for (String full : WEEKDAYS) {
      if (lower.equals(full) || lower.equals(full.substring(0, 3))) {
        return WEEKDAYS.indexOf(full) + 1;
      }
    }
    throw wrong(word, "a weekday from Mon to Sun, or hourly, daily, weekly, monthly, yearly");
  }

  private static BitSet all(int min, int max) {
    BitSet set = new BitSet(max + 1);
    set.set(min, max + 1);
    return set;
  }

  private IllegalArgumentException wrong(String part, String allowed) {
    String where = part.equals(text) ? "" : " in \"" + text + "\"";
    return new IllegalArgumentException("\"" + part + "\"" + where + "; allowed: " + allowed);
  }
}
