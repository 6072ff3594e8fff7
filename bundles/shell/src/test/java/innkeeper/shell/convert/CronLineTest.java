package innkeeper.shell.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronLineTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * * * | *-*-* 3:0",
        "*/15 * * * * | *-*-* *:0/15",
        "*/1 * * * * | *-*-* *:*",
        "0 0 1,15 * * | *-*-1,15 0:0",
        "30 4 * JAN-MAR * | *-1..3-* 4:30",
        "0 9-17/2 * * 1-5 | Mon,Tue,Wed,Thu,Fri *-*-* 9..17/2:0",
        "0 6 * * sun | Sun *-*-* 6:0",
        "0 6 * * 5-7 | Fri,Sat,Sun *-*-* 6:0",
        "0 6 * * */2 | Tue,Thu,Sat,Sun *-*-* 6:0",
        "0 0 */2 * * | *-*-1/2 0:0",
        "@hourly | hourly",
        "@midnight | daily"
      })
  void aLineOfCronIsDueWhenItsExpressionIs(String line, String calendar) {
    assertEquals(calendar, CronLine.calendar(line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0 3 * *", "0 25 * * *", "0 3 * * 8", "x * * * *", "@reboot"})
  void whatIsNoLineOfCronIsRefused(String line) {
    assertThrows(IllegalArgumentException.class, () -> CronLine.calendar(line));
  }

  @Test
  void daysOfTheMonthOrOfTheWeekAreTwoProjects() {
    assertEquals(
        "\"0 3 1 * 1\" names days of the month or of the week; write two projects",
        assertThrows(IllegalArgumentException.class, () -> CronLine.calendar("0 3 1 * 1"))
            .getMessage());
  }
}
