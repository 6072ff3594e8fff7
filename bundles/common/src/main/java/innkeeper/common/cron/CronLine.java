package innkeeper.common.cron;

import innkeeper.common.calendar.CalendarParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Converts the five fields of a crontab line to a calendar expression in systemd's syntax. */
public final class CronLine {

  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private CronLine() {}

  /**
   * @throws IllegalArgumentException if the line is not valid, or has no equivalent calendar
   *     expression
   */
  public static String calendar(String line) {
    String[] fields = line.strip().toLowerCase(Locale.ROOT).split("\\s+");
    if (fields.length == 1 && fields[0].startsWith("@")) {
      return checked(fields[0].equals("@midnight") ? "daily" : fields[0].substring(1));
    }
    if (fields.length != 5) {
      throw new IllegalArgumentException("\"" + line + "\" has not the five fields of cron");
    }
    String weekdays = weekdays(fields[4]);
    if (!weekdays.isEmpty() && !fields[2].equals("*")) {
      throw new IllegalArgumentException(
          "\"" + line + "\" names days of the month or of the week; write two projects");
    }
    return checked(
        weekdays
            + "*-"
            + field(fields[3], 1, MONTHS)
            + "-"
            + field(fields[2], 1, List.of())
            + " "
            + twoDigits(field(fields[1], 0, List.of()) + ":" + field(fields[0], 0, List.of())));
  }

  /** Pads hours and minutes to two digits, as systemd writes them; the digits of a step stay. */
  private static String twoDigits(String time) {
    return time.replaceAll("(?<![0-9/])([0-9])(?![0-9])", "0$1");
  }

  private static String checked(String calendar) {
    CalendarParser.parse(calendar);
    return calendar;
  }

  private static String field(String field, int least, List<String> names) {
    List<String> items = new ArrayList<>();
    for (String item : field.split(",", -1)) {
      String[] parts = item.split("/", 2);
      String range = parts[0];
      for (String name : names) {
        range = range.replace(name, Integer.toString(names.indexOf(name) + 1));
      }
      boolean steps = parts.length > 1 && !parts[1].equals("1");
      String from = range.equals("*") && steps ? Integer.toString(least) : range;
      items.add(from.replace("-", "..") + (steps ? "/" + parts[1] : ""));
    }
    return items.contains("*") ? "*" : String.join(",", items);
  }

  /** Returns the weekdays, followed by a blank; "" for all days. */
  private static String weekdays(String field) {
    TreeSet<Integer> days = new TreeSet<>();
    for (String item : field.split(",", -1)) {
      String[] parts = item.split("/", 2);
      String[] ends = (parts[0].equals("*") ? "0-6" : parts[0]).split("-", 2);
      int first = weekday(ends[0]);
      int last = ends.length > 1 ? weekday(ends[1]) : first;
      if (last == 0 && first > 0) {
        last = 7; // fri-sun: Sunday is 0 and 7
      }
      if (last < first) {
        throw new IllegalArgumentException(
            "\"" + item + "\" ends before it begins; allowed: weekdays from Monday to Sunday");
      }
      int step = parts.length > 1 ? Math.max(1, number(parts[1])) : 1;
      for (int day = first; day <= last; day += step) {
        days.add((day + 6) % 7);
      }
    }
    if (days.size() == 7) {
      return "";
    }
    // The week starts on Monday, as in systemd's syntax.
    List<String> names = days.stream().map(day -> WEEKDAYS.get((day + 1) % 7)).toList();
    return String.join(",", names.stream().map(CronLine::capital).toList()) + " ";
  }

  private static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static int weekday(String word) {
    int name = WEEKDAYS.indexOf(word);
    int number = name >= 0 ? name : number(word);
    if (number > 7) {
      throw new IllegalArgumentException(word + " is not a day of the week; allowed: 0 to 7");
    }
    return number;
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(digits + " is not a whole number", e);
    }
  }
}
