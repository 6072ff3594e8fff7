package innkeeper.testkit;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.PositionGoneException;
import innkeeper.api.log.TimedLine;
import innkeeper.api.log.UnreadableLogException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/**
 * Logs in memory, without archives. A test writes lines with {@link #line}; followers of a log
 * receive them before that call returns. Positions and cursors are numbers of lines. Safe for many
 * threads. A test may override a method, to make it slow or to make it fail.
 */
public class FakeLogs implements Logs {

  private record Following(String name, Follower follower) {}

  private final IntFunction<Instant> times;
  private final Map<String, List<TimedLine>> logs;
  private final List<Following> followers = new CopyOnWriteArrayList<>();
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  /**
   * Creates logs without lines. The n-th line of each log has the time 1970-01-01 plus n seconds.
   */
  public FakeLogs() {
    this(Instant::ofEpochSecond, new HashMap<>());
  }

  /**
   * Creates logs without lines.
   *
   * @param clock gives the lines their times
   */
  public FakeLogs(Clock clock) {
    this(line -> clock.instant(), new HashMap<>());
  }

  /**
   * Creates logs with the lines of other logs, as after an update of the logging bundle. Both share
   * their lines, but not their followers.
   *
   * @param before the other logs
   */
  public FakeLogs(FakeLogs before) {
    this(before.times, before.logs);
  }

  private FakeLogs(IntFunction<Instant> times, Map<String, List<TimedLine>> logs) {
    this.times = times;
    this.logs = logs;
  }

  /**
   * Writes lines as if a server had printed them on its standard output.
   *
   * @param name of the log
   * @param texts without line ends; the followers receive them in one call
   */
  public void line(String name, String... texts) {
    print(name, LogStream.STDOUT, texts);
  }

  /**
   * Writes lines as if a server had printed them on its standard error.
   *
   * @param name of the log
   * @param texts without line ends; the followers receive them in one call
   */
  public void error(String name, String... texts) {
    print(name, LogStream.STDERR, texts);
  }

  private void print(String name, LogStream stream, String... texts) {
    synchronized (logs) {
      List<TimedLine> log = logs.computeIfAbsent(name, n -> new ArrayList<>());
      int first = log.size();
      for (String text : texts) {
        Optional<Instant> at = Optional.of(times.apply(log.size()));
        String position = String.valueOf(log.size());
        log.add(new TimedLine(position, at, Optional.of(stream), false, text));
      }
      Batch batch = batch(log, first);
      following(name).forEach(follower -> follower.lines(batch));
    }
  }

  /**
   * Sets the text of a line that a server has begun and not ended. The log does not contain it.
   *
   * @param name of the log
   * @param text "" if no line is unfinished
   */
  public void unfinished(String name, String text) {
    synchronized (logs) {
      List<String> lines = text.isEmpty() ? List.of() : List.of(text);
      following(name).forEach(follower -> follower.unfinished(lines));
    }
  }

  /**
   * Makes a log unreadable; calls that read it fail from now on.
   *
   * @param name of the log
   */
  public void unreadable(String name) {
    unreadable.add(name);
  }

  /**
   * Returns how many followers a log has now.
   *
   * @param name of the log
   * @return 0 when all have been closed
   */
  public int followers(String name) {
    return following(name).size();
  }

  private List<Follower> following(String name) {
    return followers.stream().filter(f -> f.name.equals(name)).map(Following::follower).toList();
  }

  private static Batch batch(List<TimedLine> log, int from) {
    List<TimedLine> lines = List.copyOf(log.subList(from, log.size()));
    return new Batch(texts(lines), String.valueOf(log.size()), false, "", lines);
  }

  private static List<String> texts(List<TimedLine> lines) {
    return lines.stream().map(TimedLine::line).toList();
  }

  private List<TimedLine> readable(String name) throws UnreadableLogException {
    if (unreadable.contains(name)) {
      throw new UnreadableLogException(file(name) + " may not be read");
    }
    return lines(name);
  }

  private List<TimedLine> lines(String name) {
    synchronized (logs) {
      return List.copyOf(logs.getOrDefault(name, List.of()));
    }
  }

  private static int number(String position, int most) throws PositionGoneException {
    int number = Integer.parseInt(position);
    if (number > most) {
      throw new PositionGoneException("position=" + position + " is in a file that was deleted");
    }
    return number;
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
  public Tail tail(String name, int most, List<String> places) throws IOException {
    List<TimedLine> all = readable(name);
    List<TimedLine> newest = all.subList(Math.max(0, all.size() - most), all.size());
    List<Integer> after = new ArrayList<>();
    for (String place : places) {
      int behind = all.size() - Integer.parseInt(place);
      after.add(behind <= newest.size() ? behind : -1);
    }
    return new Tail(
        file(name),
        texts(newest),
        false,
        newest.stream().filter(line -> line.line().contains("[REDACTED]")).count(),
        String.valueOf(all.size()),
        List.of(),
        after,
        List.of(),
        newest);
  }

  @Override
  public LogRange read(String name, LogQuery query) throws IOException {
    List<TimedLine> all = readable(name);
    boolean forward = query.direction() == LogQuery.Direction.FORWARD;
    int at =
        query.position().isEmpty()
            ? forward ? 0 : all.size()
            : number(query.position(), all.size());
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
    synchronized (logs) {
      List<TimedLine> all = logs.getOrDefault(name, List.of());
      if (!cursor.isEmpty() && Integer.parseInt(cursor) < all.size()) {
        follower.lines(batch(all, Integer.parseInt(cursor)));
      }
      followers.add(following);
    }
    return () -> followers.remove(following);
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    for (TimedLine line : readable(name)) {
      out.write((line.line() + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return CompletableFuture.completedFuture(null);
  }
}
