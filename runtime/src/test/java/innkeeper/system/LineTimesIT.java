package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When lines came: over a crash of the host, rotations and compression, and over many logs. */
class LineTimesIT {

  /** Each line tells its number, its stream and when it was printed. */
  private static final String CLOCK =
      "use Time::HiRes qw(time sleep); $|=1; select STDERR; $|=1;"
          + "for(my $i=0;;$i++){print {$i % 3 ? *STDOUT : *STDERR}"
          + " $i.\" \".($i % 3 ? \"stdout\" : \"stderr\").\" \".int(time*1000).\"\\n\";sleep 0.005}";

  /** Reading, and a machine that is busy with other builds. */
  private static final long SLACK_MILLIS = 3000;

  private record Line(String text, String at, String position, String stream, boolean late) {
    long printed() {
      return Long.parseLong(text.split(" ")[2]);
    }

    long came() {
      return Instant.parse(at).toEpochMilli();
    }
  }

  private static List<Line> read(HostProcess host, String query) throws Exception {
    Map<?, ?> answer = Json.read(host.get("/api/logs/api?times=true&" + query).body());
    List<?> late = (List<?>) answer.get("late");
    List<Line> lines = new ArrayList<>();
    List<?> texts = (List<?>) answer.get("lines");
    for (int i = 0; i < texts.size(); i++) {
      lines.add(
          new Line(
              (String) texts.get(i),
              (String) ((List<?>) answer.get("times")).get(i),
              (String) ((List<?>) answer.get("positions")).get(i),
              (String) ((List<?>) answer.get("streams")).get(i),
              late.contains(i)));
    }
    return lines;
  }

  private static long archives(HostProcess host, String ending) {
    try (Stream<Path> files = Files.list(host.data().resolve("logs"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("api.log.2") && name.endsWith(ending))
          .count();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private static HostProcess host() throws Exception {
    HostProcess host = new HostProcess().with("LOG_MAX_BYTES", "4096").with("LOG_MAX_FILES", "500");
    Path conf = Files.createDirectories(host.data().resolve("conf"));
    Files.writeString(conf.resolve("innkeeper.rotation.config"), "plainSeconds=\"0\"\n");
    host.start();
    return host;
  }

  @Test
  void timesStreamsAndPositionsOutliveACrashRotationsAndCompression() throws Exception {
    try (HostProcess host = host()) {
      Path script = Files.writeString(host.scratch().resolve("clock.pl"), CLOCK);
      host.cli("add", "api", "--", "perl", script.toString()).ok();
      host.cli("add", "other", "--", "perl", script.toString()).ok();
      HostProcess.await("archives", () -> archives(host, ".gz") > 1);
      List<Line> before = read(host, "lines=10000");
      long crashed = System.currentTimeMillis();
      host.crash();
      Thread.sleep(700);
      host.start();
      long again = System.currentTimeMillis();
      long enough = archives(host, "") + 2;
      HostProcess.await("more archives", () -> archives(host, "") > enough);

      List<Line> all = read(host, "lines=10000");
      Set<Integer> numbers = new TreeSet<>();
      long last = 0;
      long late = 0;
      for (int i = 0; i < all.size(); i++) {
        Line line = all.get(i);
        numbers.add(Integer.parseInt(line.text.split(" ")[0]));
        assertTrue(line.came() >= last, "never back: " + line);
        if (line.late) {
          late++;
          assertTrue(line.printed() > crashed - SLACK_MILLIS && line.printed() < again, "" + line);
        } else {
          assertTrue(Math.abs(line.came() - line.printed()) < SLACK_MILLIS, "" + line);
        }
        if (line.stream != null) {
          assertEquals(line.text.split(" ")[1], line.stream, "" + line);
        }
        last = line.came();
      }
      assertEquals(all.size(), numbers.size(), "none doubled");
      assertEquals(all.size() - 1, Collections.max(numbers), 2, "none lost");
      assertTrue(late > 10, late + " lines waited");
      assertTrue(all.stream().filter(line -> line.stream == null).count() < 100, "streams");
      // What was told of them before is told of them still.
      for (int i = 0; i < before.size() - 100; i++) {
        assertEquals(before.get(i), all.get(i));
      }
      Line old = before.get(5);
      String there = host.get("/api/logs/api/at?lines=1&position=" + old.position).body();
      assertEquals(List.of(old.text), Json.read(there).get("lines"));
      Line middle = all.get(all.size() / 2);
      List<Line> span = read(host, "from=" + all.get(50).at + "&to=" + middle.at);
      assertTrue(span.get(span.size() - 1).came() < middle.came());
      assertEquals(
          all.stream().filter(l -> l.came() >= all.get(50).came()).findFirst().orElseThrow(),
          read(host, "lines=10000&from=" + all.get(50).at + "&to=" + middle.at).get(0));
      List<Line> errors = read(host, "lines=100&stream=stderr");
      assertEquals(100, errors.size());
      assertTrue(errors.stream().allMatch(line -> "stderr".equals(line.stream)), "" + errors);
      String gone = all.get(0).position;
      try (Stream<Path> files = Files.list(host.data().resolve("logs"))) {
        for (Path file :
            files.filter(f -> f.toString().matches(".*api\\.log\\..*-1\\.gz")).toList()) {
          Files.delete(file);
        }
      }
      assertEquals(410, host.get("/api/logs/api/at?position=" + gone).statusCode());
      merged(host);
    }
  }

  private static void merged(HostProcess host) throws Exception {
    Map<?, ?> answer = Json.read(host.get("/api/logs?projects=api,other&lines=300").body());
    List<String> times = new ArrayList<>();
    List<Object> ids = new ArrayList<>();
    for (Object entry : (List<?>) answer.get("entries")) {
      times.add((String) ((Map<?, ?>) entry).get("at"));
      ids.add(((Map<?, ?>) entry).get("channelId"));
    }
    assertEquals(300, times.size());
    List<String> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    assertEquals(sorted, times);
    assertFalse(Collections.frequency(ids, "api") < 50, "both logs");
    assertFalse(Collections.frequency(ids, "other") < 50, "both logs");
  }
}
