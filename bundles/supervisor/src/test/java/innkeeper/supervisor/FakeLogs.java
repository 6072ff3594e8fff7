package innkeeper.supervisor;

import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import java.io.OutputStream;
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
