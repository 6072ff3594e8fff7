package innkeeper.common.cron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronLineTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * * * | *-*-* 03:00",
        "*/15 * * * * | *-*-* *:00/15",
        "*/1 * * * * | *-*-* *:*",
        "0 0 1,15 * * | *-*-1,15 00:00",
        "30 4 * JAN-MAR * | *-1..3-* 04:30",
        "0 9-17/2 * * 1-5 | Mon,Tue,Wed,Thu,Fri *-*-* 09..17/2:00",
        "0 6 * * sun | Sun *-*-* 06:00",
        "0 6 * * 5-7 | Fri,Sat,Sun *-*-* 06:00",
        "0 6 * * fri-sun | Fri,Sat,Sun *-*-* 06:00",
        "0 6 * * 5-0 | Fri,Sat,Sun *-*-* 06:00",
        "0 6 * * */2 | Tue,Thu,Sat,Sun *-*-* 06:00",
        "0 0 */2 * * | *-*-1/2 00:00",
        "@hourly | hourly",
        "@midnight | daily"
      })
  void aCronLineIsConvertedToAnExpressionWithTheSameTimes(String line, String calendar) {
    assertEquals(calendar, CronLine.calendar(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0 3 * *", "0 25 * * *", "0 3 * * 8", "0 3 * * 6-1", "x * * * *", "@reboot"})
  void anInvalidCronLineIsRefused(String line) {
    assertThrows(IllegalArgumentException.class, () -> CronLine.calendar(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * * * | *-*-* 03:00",
        "@daily | daily",
        "0 0 3 * * ? | *-*-* 03:00",
        "15 30 4 * * mon | Mon *-*-* 04:30:15"
      })
  void aScheduleInCronSyntaxGetsAHintWithTheCalendarExpression(String line, String calendar) {
    String said =
        "web: cron's \""
            + line
            + "\" is written \"schedule\": {\"calendar\": \""
            + calendar
            + "\"}";
    for (Object schedule : List.of(line, Map.of("cron", line), Map.of("calendar", line))) {
      assertEquals(
          Optional.of(said), CronHint.of(Map.of("channelId", "web", "schedule", schedule)));
    }
  }

  @Test
  void aScheduleWithoutCronSyntaxGetsNoHint() {
    for (Object schedule : List.of("soon", "@reboot", 5, Map.of("calendar", "Mon..Fri 25:00"))) {
      assertEquals(Optional.empty(), CronHint.of(Map.of("schedule", schedule)));
    }
    assertEquals(Optional.empty(), CronHint.of(Map.of()));
  }

  @Test
  void daysOfTheMonthTogetherWithWeekdaysAreRefused() {
    assertEquals(
        "\"0 3 1 * 1\" names days of the month or of the week; write two projects",
        assertThrows(IllegalArgumentException.class, () -> CronLine.calendar("0 3 1 * 1"))
            .getMessage());
  }
}
