package innkeeper.shell;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.log.TimedLine;
import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Logs in memory; a cursor is the number of the next line. */
final class FakeLogs implements Logs, Redactor {

  final Map<String, List<String>> lines;
  final List<String> registered = new ArrayList<>();
  final List<String> kept = new ArrayList<>();
  private boolean learnedForgotten;
  private final Map<Follower, String> followers = new LinkedHashMap<>();

  FakeLogs(Map<String, List<String>> lines) {
    this.lines = lines;
  }

  synchronized void append(String name, String line) {
    List<String> log = lines.computeIfAbsent(name, n -> new ArrayList<>());
    log.add(line);
    followers.forEach(
        (follower, followed) -> {
          if (followed.equals(name)) {
            follower.lines(new Batch(List.of(line), Integer.toString(log.size()), false));
          }
        });
  }

  synchronized int followers() {
    return followers.size();
  }

  @Override
  public synchronized Optional<LogStatus> status(String name) {
    return Optional.ofNullable(lines.get(name))
        .map(l -> new LogStatus("logs/" + name + ".log", 1, l.size(), 0, 0, 0, Optional.empty()));
  }

  @Override
  public synchronized Tail tail(String name, int count, List<String> places) {
    List<String> log = lines.getOrDefault(name, List.of());
    return new Tail(
        "logs/" + name + ".log",
        List.copyOf(log.subList(Math.max(0, log.size() - count), log.size())),
        false,
        0,
        Integer.toString(log.size()));
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
  public synchronized AutoCloseable follow(String name, String cursor, Follower follower) {
    List<String> log = lines.getOrDefault(name, List.of());
    int from = Integer.parseInt(cursor);
    if (from < log.size()) {
      follower.lines(
          new Batch(
              List.copyOf(log.subList(from, log.size())), Integer.toString(log.size()), false));
    }
    followers.put(follower, name);
    return () -> {
      synchronized (this) {
        followers.remove(follower);
      }
    };
  }

  @Override
  public void copyTo(String name, OutputStream out) throws IOException {
    out.write(String.join("\n", lines.get(name)).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public CompletableFuture<Void> drained(String name) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public String redact(String text) {
    return text.replace("hunter2", "[REDACTED]");
  }

  @Override
  public Collection<String> register(String source, Collection<String> secrets) {
    registered.addAll(secrets);
    return secrets.stream()
        .filter(s -> s.length() < 4)
        .map(s -> source + ": a value is too short to be looked for")
        .toList();
  }

  @Override
  public Collection<String> keep(String source, Collection<String> secrets) {
    kept.addAll(secrets);
    return register(source, secrets);
  }

  @Override
  public Protection protection(ProjectDefinition definition) {
    int values = definition.env().size() + definition.secretNames().size();
    return new Protection(
        values,
        List.copyOf(definition.secretNames()),
        definition.env().containsKey("PIN") ? List.of("PIN: too short") : List.of());
  }

  @Override
  public List<String> redactCommand(List<String> words) {
    return words.stream().map(this::redact).toList();
  }

  @Override
  public List<RuleStatus> rules() {
    return List.of(new RuleStatus("key badge", ""), new RuleStatus("guest", "threw X"));
  }

  @Override
  public List<Found> find(String text) {
    int at = text.indexOf("hunter2");
    return at < 0 ? List.of() : List.of(new Found("name.passw", 1, at + 1, at + 7));
  }

  @Override
  public List<LearnedValue> learned(String log) {
    Instant at = Instant.parse("2026-11-21T05:40:00Z");
    return List.of(
        new LearnedValue("v1", "name.passw", at, at.plusSeconds(60), learnedForgotten),
        new LearnedValue("v2", "name.authorization", at, at.plusSeconds(60), false));
  }

  @Override
  public List<Found> explain(String log, String text) {
    return text.contains("hunter2") ? List.of(new Found("learned.value v1", 1, 2, 8)) : List.of();
  }

  @Override
  public boolean forgetLearned(String log, String id) {
    learnedForgotten |= id.equals("v1");
    return id.equals("v1");
  }

  @Override
  public List<TableRule> tableRules() {
    return List.of(
        new TableRule("name.passw", "'passw'", "a list", 3, "", false),
        new TableRule("token.acme", "acme_", "Acme API", 0, "our test host prints it", false));
  }
}
