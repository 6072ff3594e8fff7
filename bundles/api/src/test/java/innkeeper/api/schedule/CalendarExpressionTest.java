package innkeeper.api.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarExpressionTest {

  private static final int DAY_MINUTES = 24 * 60;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minutely | 2026-11-23T12:01:00Z",
        "hourly | 2026-11-23T13:00:00Z",
        "Daily | 2026-11-24T00:00:00Z",
        "weekly | 2026-11-30T00:00:00Z",
        "monthly | 2026-12-01T00:00:00Z",
        "quarterly | 2027-01-01T00:00:00Z",
        "semiannually | 2027-01-01T00:00:00Z",
        "yearly | 2027-01-01T00:00:00Z",
        "weekly Europe/Berlin | 2026-11-29T23:00:00Z",
        "Mon..Fri *-*-* 03:00:00 | 2026-11-24T03:00:00Z",
        "Sat,Sun 10:00 | 2026-11-28T10:00:00Z",
        "'Wed, 17:48' | 2026-11-25T17:48:00Z",
        "Mon-Fri 10:5 | 2026-11-24T10:05:00Z",
        "'mon,TUESDAY..thu' | 2026-11-24T00:00:00Z",
        "*:0/15 | 2026-11-23T12:15:00Z",
        "2..10/3:00 | 2026-11-24T02:00:00Z",
        "'1,1..3:00' | 2026-11-24T01:00:00Z",
        "*-*-* *:*:1/7 | 2026-11-23T12:00:01Z",
        "*:*:* | 2026-11-23T12:00:01Z",
        "*-* | 2026-11-24T00:00:00Z",
        "12-24 18:00 | 2026-12-24T18:00:00Z",
        "*-02~01 | 2027-02-28T00:00:00Z",
        "Wed *-*~11 | 2027-07-21T00:00:00Z",
        "*-*~07/2 | 2026-11-24T00:00:00Z",
        "*-*~01..05/2 | 2026-11-26T00:00:00Z",
        "Mon *-05~07/1 | 2027-05-31T00:00:00Z",
        "*-1/3-* | 2027-01-01T00:00:00Z",
        "*-*-5/10 | 2026-11-25T00:00:00Z",
        "2026..2028-1-1 | 2027-01-01T00:00:00Z",
        "28-2-29 | 2028-02-29T00:00:00Z",
        "*-*-* 02:03:04 Europe/Berlin | 2026-11-24T01:03:04Z"
      })
  void anExpressionIsNextDueWhenSystemdSaysSo(String text, Instant expected) {
    Instant now = Instant.parse("2026-11-23T12:00:00Z");
    assertEquals(expected, CalendarExpression.parse(text).next(now, ZoneOffset.UTC).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "5",
        "x",
        "24:00",
        "10:60",
        "10..2:00",
        "Sat..Mon",
        "*-13-1",
        "*-*-00",
        "*-*~32",
        "*-2-30",
        "*:*/15",
        "*/5:00",
        "23/5:00",
        "*-*~03..01",
        "10:00 Europe/Nowhere",
        "*-*-*T10:00",
        "UTC",
        "Mon Tue",
        "daily 10:00",
        "10:00:00.5",
        "@5",
        "1:2:3:4",
        "*-*-*/2",
        "9999999999:00",
        "a\nb",
        "8080",
        "h:8080"
      })
  void whatIsNoExpressionIsRefusedWithWhatIsAllowed(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> CalendarExpression.parse(text));
    assertTrue(refused.getMessage().contains("allowed: "), refused.getMessage());
  }

  @Test
  void aTimeThatTheClockLeavesOutIsDueWhenTheClockIsSetOnce() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertEquals(
        List.of("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
        times("02:30", berlin, "2026-03-28T00:00:00Z", 3));
    // Two times of the hour that is left out are one run.
    assertEquals(
        List.of("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z", "2026-03-30T00:30:00Z"),
        times("02:0/30", berlin, "2026-03-28T02:00:00Z", 3));
  }

  @Test
  void aTimeThatTheClockShowsTwiceIsDueOnce() {
    assertEquals(
        List.of("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"),
        times("02:30", ZoneId.of("Europe/Berlin"), "2026-10-24T12:00:00Z", 2));
    assertEquals(
        List.of("2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"),
        times("01:30", ZoneId.of("America/New_York"), "2026-10-31T12:00:00Z", 2));
  }

  @Test
  void whatIsDueEachHourIsDueEachHourWhateverTheClocksDo() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertEquals(
        List.of("2026-10-24T23:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
        times("*:30", berlin, "2026-10-24T23:00:00Z", 3));
    assertEquals(
        List.of("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"),
        times("*:30", berlin, "2026-03-29T00:00:00Z", 2));
  }

  @Test
  void midnightThatIsLeftOutIsDueWhenTheDayBegins() {
    // Tehran set its clocks from 24:00 to 01:00.
    assertEquals(
        List.of("2022-03-20T20:30:00Z", "2022-03-21T20:30:00Z", "2022-03-22T19:30:00Z"),
        times("daily", ZoneId.of("Asia/Tehran"), "2022-03-20T00:00:00Z", 3));
  }

  private static List<String> times(String text, ZoneId zone, String after, int count) {
    List<String> times = new ArrayList<>();
    Instant at = Instant.parse(after);
    for (int i = 0; i < count; i++) {
      at = CalendarExpression.parse(text).next(at, zone).orElseThrow();
      times.add(at.toString());
    }
    return times;
  }

  /** Random times of day, around random changes of the clocks, against a look at each minute. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Asia/Tehran",
        "Pacific/Apia",
        "Africa/Casablanca",
        "UTC"
      })
  void nothingIsDueTwiceAndNothingIsLeftOut(String name) {
    ZoneId zone = ZoneId.of(name);
    Random random = new Random(name.hashCode());
    List<ZoneOffsetTransition> changes = new ArrayList<>();
    Instant at = Instant.parse("1975-01-01T00:00:00Z");
    for (ZoneOffsetTransition next = zone.getRules().nextTransition(at);
        next != null && next.getInstant().isBefore(Instant.parse("2030-01-01T00:00:00Z"));
        next = zone.getRules().nextTransition(next.getInstant())) {
      changes.add(next);
    }
    for (int round = 0; round < 100; round++) {
      Instant middle =
          changes.isEmpty()
              ? Instant.ofEpochSecond(random.nextInt(1_800_000_000))
              : changes.get(random.nextInt(changes.size())).getInstant();
      Instant from = middle.minusSeconds(60L * random.nextInt(3 * DAY_MINUTES));
      Instant to = from.plusSeconds(60L * 3 * DAY_MINUTES);
      MinuteScan scan = new MinuteScan(random);
      TreeSet<Instant> expected = scan.due(zone, from, to);
      TreeSet<Instant> found = new TreeSet<>();
      CalendarExpression expression = CalendarExpression.parse(scan.text());
      Instant next = expression.next(from, zone).orElseThrow();
      while (!next.isAfter(to)) {
        assertTrue(found.add(next), scan.text() + " doubled " + next);
        next = expression.next(next, zone).orElseThrow();
      }
      assertEquals(expected, found, scan.text() + " in " + name + " from " + from);
    }
  }

  /** Times of day, and when they are due, found by a look at each minute. */
  private static final class MinuteScan {
    private final TreeSet<Integer> hours = new TreeSet<>();
    private final TreeSet<Integer> minutes = new TreeSet<>();
    private final boolean everyHour;

    MinuteScan(Random random) {
      everyHour = random.nextInt(3) == 0;
      for (int i = random.nextInt(4); i >= 0; i--) {
        hours.add(random.nextInt(3) == 0 ? random.nextInt(24) : random.nextInt(4));
        minutes.add(random.nextBoolean() ? 30 * random.nextInt(2) : random.nextInt(60));
      }
    }

    String text() {
      return (everyHour ? "*" : join(hours)) + ":" + join(minutes);
    }

    private static String join(TreeSet<Integer> numbers) {
      return String.join(",", numbers.stream().map(n -> Integer.toString(n)).toList());
    }

    private boolean matches(LocalDateTime time) {
      return matches(60 * time.getHour() + time.getMinute());
    }

    private boolean matches(int minuteOfDay) {
      return (everyHour || hours.contains(minuteOfDay / 60)) && minutes.contains(minuteOfDay % 60);
    }

    private boolean unmoved(ZoneOffsetTransition change) {
      long shift = change.getDuration().toMinutes();
      for (int m = 0; m < DAY_MINUTES; m++) {
        if (matches(m) != matches((int) Math.floorMod(m + shift, (long) DAY_MINUTES))) {
          return false;
        }
      }
      return true;
    }

    TreeSet<Instant> due(ZoneId zone, Instant after, Instant to) {
      TreeSet<Instant> due = new TreeSet<>();
      for (long s = after.getEpochSecond() - after.getEpochSecond() % 60;
          s <= to.getEpochSecond();
          s += 60) {
        Instant at = Instant.ofEpochSecond(s);
        LocalDateTime local = LocalDateTime.ofInstant(at, zone);
        ZoneOffsetTransition twice = zone.getRules().getTransition(local);
        boolean again =
            twice != null
                && twice.isOverlap()
                && !at.isBefore(twice.getInstant())
                && !unmoved(twice);
        if (matches(local) && !again) {
          due.add(at);
        }
      }
      // Then the local minutes that there are not.
      LocalDateTime last = LocalDateTime.ofInstant(to, zone).plusDays(2);
      for (LocalDateTime local =
              LocalDateTime.ofInstant(after, zone).minusDays(2).withSecond(0).withNano(0);
          local.isBefore(last);
          local = local.plusMinutes(1)) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        if (change != null && change.isGap() && matches(local) && !unmoved(change)) {
          due.add(change.getInstant());
        }
      }
      due.removeIf(at -> !at.isAfter(after) || at.isAfter(to));
      return due;
    }
  }
}
