package innkeeper.testkit;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Logs in memory, without archives. A test writes lines with {@link #line}; followers of a log
 * receive them before that call returns. Positions and cursors are numbers of lines. Safe for many
 * threads.
 */
public final class FakeLogs implements Logs {

  private record Following(String name, Follower follower) {}

  private final Clock clock;
  private final Map<String, List<TimedLine>> logs = new LinkedHashMap<>();
  private final List<Following> followers = new CopyOnWriteArrayList<>();

  /**
   * Creates logs without lines.
   *
   * @param clock gives the lines their times
   */
  public FakeLogs(Clock clock) {
    this.clock = clock;
  }

  /**
   * Writes a line as if a server had printed it on its standard output.
   *
   * @param name of the log
   * @param text without a line end
   */
  public void line(String name, String text) {
    TimedLine line;
    int end;
    synchronized (this) {
      List<TimedLine> log = logs.computeIfAbsent(name, n -> new ArrayList<>());
      line =
          new TimedLine(
              String.valueOf(log.size()),
              Optional.of(clock.instant()),
              Optional.of(LogStream.STDOUT),
              false,
              text);
      log.add(line);
      end = log.size();
    }
    Batch batch = new Batch(List.of(text), String.valueOf(end), false, "", List.of(line));
    followers.stream().filter(f -> f.name.equals(name)).forEach(f -> f.follower.lines(batch));
  }

  private synchronized List<TimedLine> lines(String name) {
    return List.copyOf(logs.getOrDefault(name, List.of()));
  }

  @Override
  public Optional<LogStatus> status(String name) {
    List<TimedLine> lines = lines(name);
    long bytes = lines.stream().mapToLong(line -> line.line().length() + 1L).sum();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LogStatus(file(name), bytes, lines.size(), 0, 0, lines.get(lines.size() - 1).at()));
  }

  private static String file(String name) {
    return "logs/" + name + ".log";
  }

  @Override
  public Tail tail(String name, int most, List<String> places) {
    List<TimedLine> all = lines(name);
    List<TimedLine> newest = all.subList(Math.max(0, all.size() - most), all.size());
    List<Integer> after = new ArrayList<>();
    for (String place : places) {
      int behind = all.size() - Integer.parseInt(place);
      after.add(behind <= newest.size() ? behind : -1);
    }
    return new Tail(
        file(name),
        newest.stream().map(TimedLine::line).toList(),
        false,
        0,
        String.valueOf(all.size()),
        List.of(),
        after,
        List.of(),
        newest);
  }

  @Override
  public LogRange read(String name, LogQuery query) {
    List<TimedLine> all = lines(name);
    boolean forward = query.direction() == LogQuery.Direction.FORWARD;
    int at =
        query.position().isEmpty() ? forward ? 0 : all.size() : Integer.parseInt(query.position());
    List<TimedLine> within =
        (forward ? all.subList(at, all.size()) : all.subList(0, at))
            .stream()
                .filter(line -> query.from().filter(line.at().get()::isBefore).isEmpty())
                .filter(line -> query.to().filter(to -> !line.at().get().isBefore(to)).isEmpty())
                .filter(line -> query.stream().isEmpty() || query.stream().equals(line.stream()))
                .toList();
    int count = Math.min(query.most(), within.size());
    List<TimedLine> taken =
        forward ? within.subList(0, count) : within.subList(within.size() - count, within.size());
    String next =
        taken.isEmpty()
            ? String.valueOf(at)
            : forward
                ? String.valueOf(Integer.parseInt(taken.get(count - 1).position()) + 1)
                : taken.get(0).position();
    return new LogRange(taken, next, count < within.size());
  }

  @Override
  public String positionAt(String name, Instant time) {
    List<TimedLine> all = lines(name);
    return all.stream()
        .filter(line -> !line.at().get().isBefore(time))
        .findFirst()
        .map(TimedLine::position)
        .orElse(String.valueOf(all.size()));
  }

  @Override
  public Optional<Instant> oldest(String name) {
    return lines(name).stream().findFirst().flatMap(TimedLine::at);
  }

  /** {@inheritDoc} The follower is called on the threads that write lines. */
  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) {
    Following following = new Following(name, follower);
    List<TimedLine> all = lines(name);
    if (!cursor.isEmpty() && Integer.parseInt(cursor) < all.size()) {
      List<TimedLine> missed = all.subList(Integer.parseInt(cursor), all.size());
      List<String> texts = missed.stream().map(TimedLine::line).toList();
      follower.lines(new Batch(texts, String.valueOf(all.size()), false, "", missed));
    }
    followers.add(following);
    return () -> followers.remove(following);
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    for (TimedLine line : lines(name)) {
      out.write((line.line() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return CompletableFuture.completedFuture(null);
  }
}
