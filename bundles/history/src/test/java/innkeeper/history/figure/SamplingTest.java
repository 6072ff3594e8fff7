package innkeeper.history.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.history.Metric;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.history.FakeLog;
import innkeeper.history.Statuses;
import innkeeper.history.WordRecords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplingTest {

  private static final long STEP = TimeUnit.SECONDS.toNanos(5);

  @TempDir Path dir;

  private final FakeLog log = new FakeLog();
  private ProjectSampler sampler;
  private long nanos;
  private float[] values;

  @BeforeEach
  void open() throws Exception {
    Files.createDirectories(dir.resolve("logs"));
    sampler = new ProjectSampler(WordRecords.service(), dir, false);
  }

  /** To the log, and to its file. */
  private void say(int times, IntFunction<String> line) throws Exception {
    List<String> said = IntStream.range(0, times).mapToObj(line).toList();
    log.lines.addAll(said);
    Files.write(
        dir.resolve("logs/a.log"), said, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void sample(Statuses status) {
    values = sampler.sample(status.status(), Optional.<Logs>of(log), nanos);
    nanos += STEP;
  }

  private float value(Metric metric) {
    return values[metric.ordinal()];
  }

  private static Statuses running() {
    return Statuses.of("api").in(ProjectState.RUNNING, Instant.EPOCH);
  }

  @Test
  void aServerWithoutASampleHasNoFigures() {
    sample(running());
    assertEquals(Float.NaN, value(Metric.CPU));
    assertEquals(Float.NaN, value(Metric.RSS));
    assertEquals(Float.NaN, value(Metric.LINES), "no rate of one count");
    assertEquals(Float.NaN, value(Metric.RESTARTS));
    assertEquals(1, value(Metric.READY));
    sample(running().using(12.5, 4096));
    assertEquals(12.5f, value(Metric.CPU));
    assertEquals(4096, value(Metric.RSS));
    assertEquals(0, value(Metric.LINES), "known to be none");
    assertEquals(0, value(Metric.ERRORS));
  }

  @Test
  void theFirstCpuOfAServerIsNoZero() {
    sample(running().using(0, 4096));
    assertEquals(Float.NaN, value(Metric.CPU));
    assertEquals(4096, value(Metric.RSS));
    sample(running().using(0, 4096));
    assertEquals(0, value(Metric.CPU), "now it is known");
  }

  @Test
  void ratesAreThoseOfTheStep() throws Exception {
    sample(running());
    say(10, i -> "1234");
    say(1, i -> "KeyError: 1");
    sample(running());
    assertEquals(11 / 5f, value(Metric.LINES), 1e-6);
    assertEquals((10 * 5 + 12) / 5f, value(Metric.BYTES), 1e-6);
    assertEquals(1 / 5f, value(Metric.ERRORS), 1e-6);
    sample(running());
    assertEquals(0, value(Metric.ERRORS), "each is counted once");
  }

  @Test
  void aFloodOfLinesIsEstimatedFromItsEnd() throws Exception {
    sample(running());
    say(100_000, i -> i % 10 == 0 ? "Error of a line " : "all well in a line");
    sample(running());
    assertEquals(2000, value(Metric.ERRORS), 60, "estimated");
    say(10, i -> "Error");
    sample(running());
    assertEquals(2, value(Metric.ERRORS), 1e-6, "exact");
  }

  @Test
  void aLogThatWasRotatedCountsWhatIsInTheNewFile() throws Exception {
    sample(running());
    say(100, i -> "Error");
    Files.delete(dir.resolve("logs/a.log"));
    log.rotated = log.lines.size();
    say(100, i -> "Error");
    sample(running());
    assertEquals(200 / 5f, value(Metric.ERRORS), 1e-3);
  }

  @Test
  void aLogThatCannotBeReadIsAGap() throws Exception {
    sample(running());
    say(3, i -> "Error");
    Files.delete(dir.resolve("logs/a.log"));
    sample(running());
    assertEquals(Float.NaN, value(Metric.ERRORS));
    assertEquals(3 / 5f, value(Metric.LINES), 1e-6);
  }

  @Test
  void aPauseOfTheSamplerIsAGapInRates() {
    sample(running());
    nanos += 10 * STEP;
    log.lines.add("late");
    sample(running());
    assertEquals(Float.NaN, value(Metric.LINES));
  }

  @Test
  void aResetCounterIsAGapAndNotANegativeRate() {
    log.lines.addAll(Collections.nCopies(10, "x"));
    sample(running());
    log.lines.clear();
    sample(running());
    assertEquals(Float.NaN, value(Metric.LINES));
    log.lines.add("x");
    sample(running());
    assertEquals(1 / 5f, value(Metric.LINES), 1e-6);
  }

  @Test
  void restartsAreCountedPerStep() {
    sample(running().restarted(3));
    sample(running().restarted(5));
    assertEquals(2, value(Metric.RESTARTS));
    sample(running().restarted(1));
    assertEquals(1, value(Metric.RESTARTS));
  }

  @Test
  void onlyARunningServerIsReady() {
    sample(Statuses.of("api").in(ProjectState.BACKOFF, Instant.EPOCH));
    assertEquals(0, value(Metric.READY));
    sample(running().ready(false, "refused"));
    assertEquals(0, value(Metric.READY));
  }

  @Test
  void theHostIsSampledFromProc() throws Exception {
    Path stat = dir.resolve("stat");
    String fields = "S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 9 0 55 123456 %d 18446744 1 1";
    Files.writeString(stat, "77 (ja) va) " + fields.formatted(100, 50, 2));
    HostSampler host = new HostSampler(stat, WordRecords.service(), dir, true);
    float[] first = host.sample(Optional.empty(), 0);
    assertEquals(Float.NaN, first[Metric.CPU.ordinal()]);
    assertEquals(8192, first[Metric.RSS.ordinal()]);
    assertEquals(1, first[Metric.RESTARTS.ordinal()], "it was started");
    Files.writeString(stat, "77 (ja) va) " + fields.formatted(150, 75, 3));
    float[] second = host.sample(Optional.empty(), STEP);
    assertEquals(15, second[Metric.CPU.ordinal()], 1e-6);
    assertEquals(0, second[Metric.RESTARTS.ordinal()]);
  }
}
