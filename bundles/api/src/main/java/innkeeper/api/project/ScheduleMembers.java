package innkeeper.api.project;

import innkeeper.api.project.ObjectForm.Parts;
import innkeeper.api.schedule.CalendarExpression;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.schedule.RunSchedule.Action;
import innkeeper.api.schedule.RunSchedule.Missed;
import innkeeper.api.schedule.RunSchedule.Overlap;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The members of {@code schedule}. */
final class ScheduleMembers implements Parts<Optional<RunSchedule>> {

  /** Five fields, as a line of a crontab has them. */
  private static final Pattern CRON =
      Pattern.compile("\\s*([0-9*/,A-Za-z-]+\\s+){4}[0-9*/,A-Za-z-]+\\s*");

  private static final String CALENDARS = "a text such as daily, or Mon..Fri *-*-* 03:00";

  static final Member<Optional<CalendarExpression>> CALENDAR =
      new Member<>("calendar", new Calendar(), Optional.<CalendarExpression>empty())
          .without("–")
          .means(
              "The times of the runs, as systemd.time(7) writes them: `Mon..Fri *-*-* 03:00`.",
              "\"*-*-* 02:30\"");
  static final Member<Optional<ZoneId>> TIME_ZONE =
      new Member<>("timeZone", new Zone(), Optional.<ZoneId>empty())
          .means(
              "The zone of these times. It may also be at the end of `calendar`; without one, the"
                  + " host's is used.",
              "\"Europe/Berlin\"")
          .writtenIfDefault();
  static final Member<Long> JITTER =
      new Member<>("jitterSeconds", new Forms.Whole(0, 86_400, false), 0L)
          .means("A run begins up to this much later, each project at another moment.", "300")
          .writtenIfDefault();
  static final Member<Action> ACTION =
      new Member<>("action", Forms.Word.of(List.of(Action.values()), Action::word), Action.START)
          .means(
              "`start`: a job, which ends by itself. `restart`: a server that runs is restarted.",
              "\"restart\"")
          .writtenIfDefault();
  static final Member<Overlap> OVERLAP =
      new Member<>("overlap", Forms.Word.of(List.of(Overlap.values()), Overlap::word), Overlap.SKIP)
          .means(
              "While a job's last run has not ended, this run is left out, or begins then.",
              "\"queue\"")
          .writtenIfDefault();
  static final Member<Missed> MISSED =
      new Member<>("missed", Forms.Word.of(List.of(Missed.values()), Missed::word), Missed.TELL)
          .means(
              "For runs that did not begin, an incident is opened, or one run makes up for all.",
              "\"run\"")
          .writtenIfDefault();

  private static final List<Member<?>> ROWS =
      List.of(CALENDAR, TIME_ZONE, JITTER, ACTION, OVERLAP, MISSED);

  static final ObjectForm<Optional<RunSchedule>> FORM =
      new ObjectForm<>(
          "an object of calendar, timeZone, jitterSeconds, action, overlap, missed",
          ROWS,
          new ScheduleMembers());

  /** A time zone. */
  private record Zone() implements MemberForm<Optional<ZoneId>> {

    @Override
    public Optional<ZoneId> read(
        MemberReader in, String name, Object value, Optional<ZoneId> fallback) {
      if (value instanceof String text) {
        try {
          return Optional.of(ZoneId.of(text));
        } catch (DateTimeException e) {
          // The mistake below names the value.
        }
      }
      in.wrong(name, value, "a time zone such as Europe/Berlin or UTC");
      return fallback;
    }

    @Override
    public Object write(Optional<ZoneId> value, boolean mask) {
      return value.map(ZoneId::getId).orElse(null);
    }

    @Override
    public Map<String, Object> schema() {
      return Forms.map("type", "string", "pattern", "^[A-Z][A-Za-z0-9_+/-]+$");
    }

    @Override
    public String type() {
      return "time zone";
    }
  }

  /** A calendar expression. A line of a crontab gets a hint. */
  private record Calendar() implements MemberForm<Optional<CalendarExpression>> {

    @Override
    public Optional<CalendarExpression> read(
        MemberReader in, String name, Object value, Optional<CalendarExpression> fallback) {
      if (!(value instanceof String text)) {
        in.wrong(name, value, CALENDARS);
        return fallback;
      }
      try {
        return Optional.of(CalendarExpression.parse(text));
      } catch (IllegalArgumentException e) {
        in.mistake(
            "schedule.calendar is "
                + MemberReader.shown(e.getMessage())
                + (CRON.matcher(text).matches()
                    ? "; cron's 0 3 * * 1-5 is Mon..Fri *-*-* 03:00"
                    : ""));
        return fallback;
      }
    }

    @Override
    public Object write(Optional<CalendarExpression> value, boolean mask) {
      return value.map(Object::toString).orElse(null);
    }

    @Override
    public Map<String, Object> schema() {
      return Forms.map(
          "type",
          "string",
          "pattern",
          "^\\s*([A-Z][A-Za-z]{2,8}\\S*\\s*)?((([a-z]+ly)"
              + "|([0-9*][0-9*./,]*[-~][-~0-9*./,]+( [0-9*][0-9*./,:]*)?)"
              + "|([0-9*][0-9*./,]*:[0-9*./,:]+))( [A-Z]\\S+)?)?\\s*$",
          "minLength",
          3);
    }

    @Override
    public String type() {
      return "calendar expression";
    }
  }

  @Override
  public Optional<RunSchedule> made(
      MemberReader in, String name, Map<?, ?> object, MemberValues values) {
    if (object.get("calendar") == null) {
      in.wrong(name + ".calendar", null, CALENDARS);
    }
    Optional<CalendarExpression> calendar = values.get(CALENDAR);
    Optional<ZoneId> zone = values.get(TIME_ZONE);
    if (zone.isPresent() && calendar.flatMap(CalendarExpression::zone).isPresent()) {
      in.wrong(name + ".timeZone", zone.get(), "one time zone, here or at the end of calendar");
    }
    if (values.get(ACTION) == Action.RESTART && values.get(OVERLAP) == Overlap.QUEUE) {
      in.wrong(name + ".overlap", Overlap.QUEUE.word(), "skip, where action is restart");
    }
    return calendar.map(
        c ->
            new RunSchedule(
                c,
                zone,
                Duration.ofSeconds(values.get(JITTER)),
                values.get(ACTION),
                values.get(OVERLAP),
                values.get(MISSED)));
  }

  @Override
  public MemberValues split(Optional<RunSchedule> value) {
    return value
        .map(
            s ->
                new MemberValues()
                    .put(CALENDAR, Optional.of(s.calendar()))
                    .put(TIME_ZONE, s.timeZone())
                    .put(JITTER, s.jitter().toSeconds())
                    .put(ACTION, s.action())
                    .put(OVERLAP, s.overlap())
                    .put(MISSED, s.missed()))
        .orElse(null);
  }
}
