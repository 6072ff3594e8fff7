package innkeeper.api.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Random expressions, against systemd's own reading of them. */
class SystemdCalendarTest {

  private static final Path SYSTEMD = Path.of("/usr/bin/systemd-analyze");
  private static final Instant BASE = Instant.parse("2026-11-23T12:00:00Z");
  private static final int TIMES = 4;
  private static final Pattern ELAPSE =
      Pattern.compile("(?:Next elapse|Iter. #\\d+): \\w{3} ([-0-9]{10} [0-9:]{8}) UTC");
  private static final Pattern ORIGINAL = Pattern.compile("Original form: (.*)");
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  @BeforeEach
  void systemdIsThere() {
    boolean there = Files.isExecutable(SYSTEMD);
    if (!there) {
      System.err.println("SKIPPED: no systemd-analyze on this machine");
    }
    Assumptions.assumeTrue(there, "SKIPPED: no systemd-analyze on this machine");
  }

  @Test
  void everyExpressionIsDueWhenSystemdSaysSo() throws Exception {
    Random random = new Random(23);
    List<String> expressions = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      expressions.add(expression(random));
    }
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            SYSTEMD.toString(),
            "calendar",
            "--iterations=" + TIMES,
            "--base-time=2026-11-23 12:00:00 UTC"));
    command.addAll(expressions);
    // It refuses a few that it could read, such as 19..19 as seconds, and says so on stderr.
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TZ", "UTC");
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    int compared = 0;
    for (String block : out.split("\n\n")) {
      Matcher original = ORIGINAL.matcher(block);
      String text = original.find() ? original.group(1) : normalized(block);
      List<String> theirs = new ArrayList<>();
      Matcher found = ELAPSE.matcher(block);
      while (found.find()) {
        theirs.add(found.group(1));
      }
      assertEquals(theirs, ours(text), text + "\n" + block);
      compared += theirs.size();
    }
    assertTrue(compared > 1000, "compared " + compared);
  }

  /** Where the expression is in its normalized form, only that is printed. */
  private static String normalized(String block) {
    Matcher normalized = Pattern.compile("Normalized form: (.*)").matcher(block);
    assertTrue(normalized.find(), block);
    return normalized.group(1);
  }

  private static List<String> ours(String text) {
    List<String> times = new ArrayList<>();
    Instant at = BASE;
    try {
      CalendarExpression expression = CalendarExpression.parse(text);
      for (int i = 0; i < TIMES; i++) {
        at = expression.next(at, ZoneOffset.UTC).orElse(null);
        if (at == null) {
          return times;
        }
        times.add(FORM.format(at));
      }
    } catch (IllegalArgumentException e) {
      // One that names no date: systemd says that it never elapses.
      assertTrue(e.getMessage().contains("a date that there is"), e.getMessage());
    }
    return times;
  }

  private static String expression(Random random) {
    String weekday =
        switch (random.nextInt(6)) {
          case 0 -> "Mon..Fri ";
          case 1 -> "Sat,Sun ";
          case 2 -> "wed, ";
          default -> "";
        };
    String year = random.nextInt(4) == 0 ? list(random, 2026, 2030) : "*";
    String date =
        year + "-" + list(random, 1, 12) + (random.nextInt(4) == 0 ? "~" : "-") + day(random);
    String time = list(random, 0, 23) + ":" + list(random, 0, 59);
    return weekday
        + (random.nextInt(3) == 0 ? "" : date + " ")
        + time
        + (random.nextBoolean() ? "" : ":" + list(random, 0, 59));
  }

  private static String day(Random random) {
    return random.nextInt(3) == 0 ? "*" : list(random, 1, 28);
  }

  private static String list(Random random, int min, int max) {
    if (random.nextInt(3) == 0) {
      return "*";
    }
    List<String> items = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      int first = min + random.nextInt(max - min);
      int last = first + random.nextInt(max - first + 1);
      items.add(
          switch (random.nextInt(4)) {
            case 0 -> first + ".." + last;
            case 1 -> first + "/" + (1 + random.nextInt(Math.max(1, max - first)));
            default -> Integer.toString(first);
          });
    }
    return String.join(",", items);
  }
}
