package innkeeper.supervisor.run;

import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.common.time.IsoTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The content of a project's file run/ID.past, which outlives the host. It records how the last
 * server ended and how often it was restarted. So a new host continues a crash loop instead of
 * counting from zero.
 *
 * <p>The file is overwritten in place, within one page, because a rename over an existing file
 * waits for the disk on ext4.
 *
 * @param incarnation the last incarnation whose end was handled
 * @param since when {@code state} began
 * @param agesMillis the milliseconds from each try to start the server until {@code at}
 * @param owed the ends that may not be in the audit record yet
 * @param startFollows whether the server was being ended so that it could be started again
 * @param flapping whether the server recently ended too often without a request
 * @param ready the last incarnation whose output contained the line of its probe; 0 for none
 * @param endAgesMillis the milliseconds from each recent end without a request until {@code at}
 * @param at when this record was written
 * @param uptimeMillis the machine's uptime at {@code at}; negative if unknown
 */
public record LastRun(
    String channelId,
    long incarnation,
    ProjectState state,
    Instant since,
    String reason,
    Optional<Exit> lastExit,
    int restarts,
    List<Long> agesMillis,
    Optional<Instant> retryAt,
    List<PendingAudit> owed,
    boolean removing,
    boolean startFollows,
    boolean flapping,
    long ready,
    List<Long> endAgesMillis,
    Instant at,
    long uptimeMillis) {

  /** Returns how long ago it was written; after a boot of the machine, by the wall clock. */
  public Duration age(Moment.Now now) {
    boolean booted = now.uptimeMillis() < uptimeMillis;
    return new Moment(at, booted ? -1 : uptimeMillis).age(now);
  }

  /** Returns how long that state has lasted. */
  public Duration stateAge(Moment.Now now) {
    return Duration.between(since, at).plus(age(now));
  }

  /** Returns the time from the write to the next try. The caller limits it to the longest pause. */
  public Optional<Duration> retryIn() {
    return retryAt.map(due -> Duration.between(at, due));
  }

  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("channelId", channelId);
    map.put("incarnation", incarnation);
    map.put("state", state.name());
    map.put("since", IsoTime.text(since));
    map.put("reason", reason);
    lastExit.ifPresent(
        exit -> {
          map.put("exitCode", exit.code().isPresent() ? exit.code().getAsInt() : null);
          map.put("exitSignal", exit.signal());
          // Release 0.1.1 reads exitSignal only where this is true.
          map.put("exitSignalKnown", !exit.signal().isEmpty());
          map.put("exitAt", IsoTime.text(exit.at()));
          map.put("exitExpected", exit.expected());
          map.put("exitBy", exit.by().word());
        });
    map.put("restarts", restarts);
    map.put("triesAgesMillis", agesMillis);
    map.put("retryAt", retryAt.map(IsoTime::text).orElse(null));
    map.put(
        "owed",
        owed.stream()
            .map(
                pending ->
                    Map.of("detail", pending.detail(), "since", IsoTime.text(pending.since())))
            .toList());
    map.put("removing", removing);
    map.put("startFollows", startFollows);
    map.put("flapping", flapping);
    map.put("ready", ready);
    map.put("endAgesMillis", endAgesMillis);
    map.put("at", IsoTime.text(at));
    map.put("uptimeMillis", uptimeMillis);
    return map;
  }

  /** Returns the list; empty if an earlier version did not write it. */
  private static List<Long> millis(Object from) {
    return from instanceof List<?> all
        ? all.stream().map(n -> ((Number) n).longValue()).toList()
        : List.of();
  }

  private static PendingAudit pending(Object from) {
    Map<?, ?> map = (Map<?, ?>) from;
    return new PendingAudit((String) map.get("detail"), Instant.parse((String) map.get("since")));
  }

  /**
   * Reads the file; empty if it does not exist.
   *
   * @throws IOException if the file cannot be read or understood
   */
  public static Optional<LastRun> read(Path file) throws IOException {
    Map<?, ?> map;
    try {
      map = Json.read(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      Optional<Exit> exit = Optional.empty();
      if (map.get("exitAt") instanceof String at) {
        OptionalInt code =
            map.get("exitCode") instanceof Integer i ? OptionalInt.of(i) : OptionalInt.empty();
        exit =
            Optional.of(
                new Exit(
                    code,
                    Boolean.TRUE.equals(map.get("exitSignalKnown"))
                        ? (String) map.get("exitSignal")
                        : "",
                    Instant.parse(at),
                    Boolean.TRUE.equals(map.get("exitExpected")),
                    map.get("exitBy") instanceof String by
                        ? EndedBy.of(by)
                        : EndedBy.unasked(code)));
      }
      return Optional.of(
          new LastRun(
              (String) map.get("channelId"),
              ((Number) map.get("incarnation")).longValue(),
              ProjectState.valueOf((String) map.get("state")),
              Instant.parse((String) map.get(map.containsKey("since") ? "since" : "at")),
              (String) map.get("reason"),
              exit,
              ((Number) map.get("restarts")).intValue(),
              millis(map.get("triesAgesMillis")),
              map.get("retryAt") instanceof String retry
                  ? Optional.of(Instant.parse(retry))
                  : Optional.empty(),
              ((List<?>) map.get("owed")).stream().map(LastRun::pending).toList(),
              Boolean.TRUE.equals(map.get("removing")),
              Boolean.TRUE.equals(map.get("startFollows")),
              Boolean.TRUE.equals(map.get("flapping")),
              map.get("ready") instanceof Number ready ? ready.longValue() : 0,
              millis(map.get("endAgesMillis")),
              Instant.parse((String) map.get("at")),
              map.get("uptimeMillis") instanceof Number uptime ? uptime.longValue() : -1));
    } catch (RuntimeException e) {
      throw new IOException(file + " cannot be understood: " + e.getMessage(), e);
    }
  }
}
