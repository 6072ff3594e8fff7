package innkeeper.admin;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.log.PositionGoneException;
import innkeeper.api.log.TimedLine;
import innkeeper.api.log.UnreadableLogException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Logs in memory; a cursor is {@code @} and the number of lines before it. A line came as many
 * seconds after 1970 as there are lines before it, or when it was added.
 */
final class FakeLogs implements Logs {

  private final Map<String, List<String>> logs;
  private final Map<String, List<Instant>> came = new HashMap<>();
  private volatile String forbidden = "";
  private volatile boolean timed;

  FakeLogs() {
    this(new HashMap<>());
  }

  private FakeLogs(Map<String, List<String>> logs) {
    this.logs = logs;
  }

  /** From now on lines have the time at which they are added, and events say it. */
  void clock() {
    timed = true;
  }

  private Instant at(String name, int line) {
    return timed ? came.get(name).get(line) : Instant.ofEpochSecond(line);
  }

  private List<TimedLine> timed(String name, int from, List<String> lines) {
    List<TimedLine> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Optional<Instant> at = timed ? Optional.of(at(name, from + i)) : Optional.empty();
      String position = timed ? "" + (from + i) : "";
      all.add(new TimedLine(position, at, Optional.empty(), false, lines.get(i)));
    }
    return all;
  }

  /** From now on nothing of that log can be read. */
  void forbid(String name) {
    forbidden = name;
  }

  private void readable(String name) throws UnreadableLogException {
    if (name.equals(forbidden)) {
      throw new UnreadableLogException("logs/" + name + ".log may not be read");
    }
  }

  /** Another service over the same files, as after a swap. */
  FakeLogs successor() {
    return new FakeLogs(logs);
  }

  void add(String name, String... lines) {
    synchronized (logs) {
      logs.computeIfAbsent(name, n -> new ArrayList<>()).addAll(List.of(lines));
      if (timed) {
        Instant now = Instant.now();
        List.of(lines).forEach(line -> came.computeIfAbsent(name, n -> new ArrayList<>()).add(now));
      }
      logs.notifyAll();
    }
  }

  @Override
  public Optional<LogStatus> status(String name) {
    synchronized (logs) {
      return Optional.ofNullable(logs.get(name))
          .map(
              l ->
                  new LogStatus(
                      "logs/" + name + ".log",
                      l.stream().mapToLong(String::length).sum(),
                      l.size(),
                      2,
                      0,
                      0,
                      Optional.of(Instant.now())));
    }
  }

  @Override
  public Tail tail(String name, int lines, List<String> places) throws IOException {
    readable(name);
    synchronized (logs) {
      List<String> all = logs.getOrDefault(name, List.of());
      List<String> newest = List.copyOf(all.subList(Math.max(0, all.size() - lines), all.size()));
      long marks = newest.stream().filter(l -> l.contains("[REDACTED]")).count();
      List<Integer> after =
          places.stream()
              .map(p -> all.size() - Integer.parseInt(p.substring(1)))
              .map(n -> n > newest.size() ? -1 : n)
              .toList();
      return new Tail(
          "logs/" + name + ".log",
          newest,
          false,
          marks,
          "@" + all.size(),
          List.of(),
          after,
          List.of(),
          timed(name, all.size() - newest.size(), newest));
    }
  }

  /** A position is the number of the line; the line's time is that in seconds. */
  @Override
  public LogRange read(String name, LogQuery query) throws IOException {
    readable(name);
    if (query.position().equals("gone")) {
      throw new PositionGoneException("position=gone is in a file that was deleted");
    }
    List<TimedLine> found = new ArrayList<>();
    List<String> all = List.copyOf(logs.getOrDefault(name, List.of()));
    boolean forward = query.direction() == LogQuery.Direction.FORWARD;
    int to =
        forward || query.position().isEmpty() ? all.size() : Integer.parseInt(query.position());
    int from = forward && !query.position().isEmpty() ? Integer.parseInt(query.position()) : 0;
    for (int i = from; i < to; i++) {
      Instant at = at(name, i);
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
    int line = 0;
    while (timed && line < size(name) && at(name, line).isBefore(time)) {
      line++;
    }
    return "" + (timed ? line : Math.max(0, time.getEpochSecond()));
  }

  @Override
  public Optional<Instant> oldest(String name) {
    return Optional.ofNullable(logs.get(name)).map(all -> at(name, 0));
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) {
    int from = cursor.isEmpty() ? size(name) : Integer.parseInt(cursor.substring(1));
    Thread thread = new Thread(() -> run(name, from, follower), "fake-follow");
    thread.setDaemon(true);
    thread.start();
    return thread::interrupt;
  }

  private int size(String name) {
    synchronized (logs) {
      return logs.getOrDefault(name, List.of()).size();
    }
  }

  private void run(String name, int from, Follower follower) {
    int at = from;
    try {
      while (true) {
        List<String> fresh;
        synchronized (logs) {
          while (size(name) <= at) {
            logs.wait();
          }
          List<String> all = logs.get(name);
          fresh = List.copyOf(all.subList(at, all.size()));
        }
        List<TimedLine> all;
        synchronized (logs) {
          all = timed(name, at, fresh);
        }
        at += fresh.size();
        follower.lines(new Batch(fresh, "@" + at, false, "", all));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    readable(name);
    synchronized (logs) {
      for (String line : logs.getOrDefault(name, List.of())) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return CompletableFuture.completedFuture(null);
  }
}
