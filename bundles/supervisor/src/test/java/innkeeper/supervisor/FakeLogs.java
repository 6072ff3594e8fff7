package innkeeper.supervisor;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A logging surface that says what a test tells it to. */
final class FakeLogs implements Logs {

  private final Map<String, List<String>> lines = new ConcurrentHashMap<>();
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  final List<CompletableFuture<Void>> asked = new CopyOnWriteArrayList<>();
  volatile boolean drains = true;

  void say(String name, String line) {
    List<String> all = lines.computeIfAbsent(name, n -> new CopyOnWriteArrayList<>());
    all.add(line);
    followers.forEach(f -> f.lines(new Batch(List.of(line), "" + all.size(), false)));
  }

  /** What a server prints of a line that it has not ended. */
  void prompt(String text) {
    followers.forEach(f -> f.unfinished(List.of(text)));
  }

  boolean followed() {
    return !followers.isEmpty();
  }

  @Override
  public Optional<LogStatus> status(String name) {
    return Optional.empty();
  }

  @Override
  public Tail tail(String name, int count, List<String> places) {
    List<String> all = lines.getOrDefault(name, List.of());
    return new Tail("logs/" + name + ".log", new ArrayList<>(all), false, 0, "" + all.size());
  }

  /** A position is the number of the line; the line's time is that in seconds. */
  @Override
  public LogRange read(String name, LogQuery query) {
    List<TimedLine> found = new ArrayList<>();
    List<String> all = List.copyOf(lines.getOrDefault(name, List.of()));
    boolean forward = query.direction() == LogQuery.Direction.FORWARD;
    int to =
        forward || query.position().isEmpty() ? all.size() : Integer.parseInt(query.position());
    int from = forward && !query.position().isEmpty() ? Integer.parseInt(query.position()) : 0;
    for (int i = from; i < to; i++) {
      Instant at = Instant.ofEpochSecond(i);
      boolean early = query.from().map(at::isBefore).orElse(false);
      if (!early && query.to().map(at::isBefore).orElse(true)) {
        found.add(new TimedLine("" + i, Optional.of(at), Optional.empty(), false, all.get(i)));
      }
    }
    int most = Math.min(query.most(), found.size());
    int first = forward ? 0 : found.size() - most;
    List<TimedLine> lines = found.subList(first, first + most);
    String next = forward ? "" + (from + most) : "" + (to - most);
    return new LogRange(lines, next, most < found.size());
  }

  @Override
  public String positionAt(String name, Instant time) {
    return "" + Math.max(0, time.getEpochSecond());
  }

  @Override
  public Optional<Instant> oldest(String name) {
    return Optional.ofNullable(lines.get(name)).map(all -> Instant.EPOCH);
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) {
    List<String> all = lines.getOrDefault(name, List.of());
    followers.add(follower);
    follower.lines(new Batch(all.subList(Integer.parseInt(cursor), all.size()), cursor, false));
    return () -> followers.remove(follower);
  }

  @Override
  public void copyTo(String name, OutputStream out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    asked.add(future);
    if (drains) {
      future.complete(null);
    }
    return future;
  }
}
