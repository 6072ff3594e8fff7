package innkeeper.backup.file;

import innkeeper.common.file.Durable;
import innkeeper.common.time.IsoTime;
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
 * The data that must survive a restart and is not in the backups: backups/.state.json. The loss of
 * this file causes only one more restore drill and one more call of the hook. Thread-safe.
 */
public final class BackupState {

  private static final Logger LOG = LoggerFactory.getLogger(BackupState.class);
  private static final String FILE = ".state.json";

  /**
   * @param firstStartAt the time of the first start with this DATA_DIR
   * @param rehearsedAt the time of the last restore drill
   * @param rehearsed the name of the backup in that drill; "" if there was none
   * @param rehearsalError the reason of its failure; "" if it succeeded
   * @param handedOver the sequence of the newest backup that the hook accepted
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

  /** Creates the state without reading the file. */
  public BackupState(Path directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Returns the state. The first call reads the file; a missing or invalid file counts as a first
   * start.
   */
  public synchronized State state() {
    if (state.isEmpty()) {
      try {
        state = Optional.of(fromMap(Json.read(directory.resolve(FILE))));
      } catch (NoSuchFileException first) {
        save(firstStart());
      } catch (IOException | DateTimeException | ClassCastException | NullPointerException e) {
        LOG.warn("backup state not readable, begun again file={} why={}", FILE, e.toString());
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
    map.put("firstStartAt", IsoTime.text(next.firstStartAt()));
    map.put("rehearsedAt", next.rehearsedAt().map(IsoTime::text).orElse(null));
    map.put("rehearsed", next.rehearsed());
    map.put("rehearsalError", next.rehearsalError());
    map.put("handedOver", next.handedOver());
    try {
      Durable.subdirectory(directory);
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
