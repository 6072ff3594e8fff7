package innkeeper.backup.file;

import innkeeper.api.health.Times;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be known after a restart and cannot be read off the backups: backups/.state.json.
 * Lost, it costs one rehearsal and one more call of the hook. Safe for many threads.
 */
public final class BackupState {

  private static final Logger LOG = LoggerFactory.getLogger(BackupState.class);
  private static final String FILE = ".state.json";

  /**
   * @param firstStartAt when backups were first kept here
   * @param rehearsedAt when a restore was last rehearsed
   * @param rehearsed which backup that was; "" for none
   * @param rehearsalError "" if it went well
   * @param handedOver the sequence of the newest backup the hook was given
   */
  public record State(
      Instant firstStartAt,
      Optional<Instant> rehearsedAt,
      String rehearsed,
      String rehearsalError,
      long handedOver) {

    public State rehearsed(Instant at, String name, String error) {
      return new State(firstStartAt, Optional.of(at), name, error, handedOver);
    }

    public State handedOver(long seq) {
      return new State(
          firstStartAt, rehearsedAt, rehearsed, rehearsalError, Math.max(seq, handedOver));
    }
  }

  private final Path directory;
  private final Clock clock;
  private Optional<State> state = Optional.empty();

  /** Reads nothing yet. */
  public BackupState(Path directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Reads the file the first time; one that is missing or broken counts as a first start. */
  public synchronized State state() {
    if (state.isEmpty()) {
      try {
        state = Optional.of(fromMap(Json.read(directory.resolve(FILE))));
      } catch (NoSuchFileException first) {
        save(firstStart());
      } catch (IOException | DateTimeException | ClassCastException | NullPointerException e) {
        LOG.warn("backup state not readable, begun anew file={} why={}", FILE, e.toString());
        state = Optional.of(firstStart());
      }
    }
    return state.get();
  }

  private State firstStart() {
    return new State(clock.instant(), Optional.empty(), "", "", 0);
  }

  public synchronized void update(UnaryOperator<State> change) {
    save(change.apply(state()));
  }

  private void save(State next) {
    state = Optional.of(next);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("firstStartAt", Times.iso(next.firstStartAt()));
    map.put("rehearsedAt", next.rehearsedAt().map(Times::iso).orElse(null));
    map.put("rehearsed", next.rehearsed());
    map.put("rehearsalError", next.rehearsalError());
    map.put("handedOver", next.handedOver());
    try {
      Durable.directory(directory);
      Durable.write(directory.resolve(FILE), directory.resolve(FILE + ".tmp"), Json.bytes(map));
    } catch (IOException e) {
      LOG.warn("backup state not written, kept in memory file={} why={}", FILE, e.toString());
    }
  }

  private static State fromMap(Map<?, ?> map) {
    Object rehearsedAt = map.get("rehearsedAt");
    return new State(
        Instant.parse((String) map.get("firstStartAt")),
        Optional.ofNullable((String) rehearsedAt).map(Instant::parse),
        (String) map.get("rehearsed"),
        (String) map.get("rehearsalError"),
        ((Number) map.get("handedOver")).longValue());
  }
}
