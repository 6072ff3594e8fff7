package innkeeper.api.project;

import innkeeper.api.schedule.CalendarExpression;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.schedule.RunSchedule.Action;
import innkeeper.api.schedule.RunSchedule.Missed;
import innkeeper.api.schedule.RunSchedule.Overlap;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads and writes the member {@code schedule} of a definition. */
final class ScheduleReader {

  /** Five fields, as a line of a crontab has them. */
  private static final Pattern CRON =
      Pattern.compile("\\s*([0-9*/,A-Za-z-]+\\s+){4}[0-9*/,A-Za-z-]+\\s*");

  private static final List<String> NAMES =
      List.of("calendar", "timeZone", "jitterSeconds", "action", "overlap", "missed");

  private static final int LONGEST_JITTER = 86_400;

  private final MemberReader members;

  ScheduleReader(MemberReader members) {
    this.members = members;
  }

  Optional<RunSchedule> read() {
    Object value = members.member("schedule");
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Map<?, ?> map)) {
      members.wrong("schedule", value, "an object of " + String.join(", ", NAMES));
      return Optional.empty();
    }
    for (Object member : map.keySet()) {
      if (!NAMES.contains(member)) {
        members.unknown("schedule.", member, NAMES);
      }
    }
    Optional<ZoneId> zone = zone(map.get("timeZone"));
    Optional<CalendarExpression> calendar = calendar(map.get("calendar"));
    if (zone.isPresent() && calendar.flatMap(CalendarExpression::zone).isPresent()) {
      members.wrong(
          "schedule.timeZone", zone.get(), "one time zone, here or at the end of calendar");
    }
    Duration jitter = Duration.ofSeconds(members.whole(map, "jitterSeconds", 0, 0, LONGEST_JITTER));
    Action action = word(map, "action", Action.values(), Action::word);
    Overlap overlap = word(map, "overlap", Overlap.values(), Overlap::word);
    Missed missed = word(map, "missed", Missed.values(), Missed::word);
    if (action == Action.RESTART && overlap == Overlap.QUEUE) {
      members.wrong("schedule.overlap", overlap.word(), "skip, where action is restart");
    }
    return calendar.map(c -> new RunSchedule(c, zone, jitter, action, overlap, missed));
  }

  private Optional<CalendarExpression> calendar(Object value) {
    if (!(value instanceof String text)) {
      members.wrong("schedule.calendar", value, "a text such as daily, or Mon..Fri *-*-* 03:00");
      return Optional.empty();
    }
    try {
      return Optional.of(CalendarExpression.parse(text));
    } catch (IllegalArgumentException e) {
      members.mistake(
          "schedule.calendar is "
              + MemberReader.shown(e.getMessage())
              + (CRON.matcher(text).matches()
                  ? "; cron's 0 3 * * 1-5 is Mon..Fri *-*-* 03:00"
                  : ""));
      return Optional.empty();
    }
  }

  private Optional<ZoneId> zone(Object value) {
    if (value == null) {
      return Optional.empty();
    }
    try {
      if (value instanceof String name && !name.isEmpty()) {
        return Optional.of(ZoneId.of(name));
      }
    } catch (DateTimeException e) {
      // That there is no such zone is the mistake.
    }
    members.wrong("schedule.timeZone", value, "a time zone such as Europe/Berlin or UTC");
    return Optional.empty();
  }

  /** The first of them is the default. */
  private <T> T word(Map<?, ?> map, String member, T[] all, Function<T, String> word) {
    Object value = map.get(member);
    List<String> words = Arrays.stream(all).map(word).toList();
    if (value != null && !words.contains(value)) {
      members.wrong("schedule." + member, value, String.join(", ", words));
    }
    return all[Math.max(0, words.indexOf(value))];
  }

  static Map<String, Object> toMap(RunSchedule schedule) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("calendar", schedule.calendar().toString());
    map.put("timeZone", schedule.timeZone().map(ZoneId::getId).orElse(null));
    map.put("jitterSeconds", schedule.jitter().toSeconds());
    map.put("action", schedule.action().word());
    map.put("overlap", schedule.overlap().word());
    map.put("missed", schedule.missed().word());
    return map;
  }
}
