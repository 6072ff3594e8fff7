package innkeeper.api.rotation;

import innkeeper.api.health.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Turns logs over. Safe for many threads. */
@ProviderType
public interface Rotator {

  /**
   * Asked by a log's own writer, on its thread, at a line's end, before it writes so many more
   * bytes. Turns the log over if it would pass its bound. A turn that fails is reported and tried
   * again later; the log grows meanwhile, nothing is lost.
   */
  void before(RotatableLog log, long bytes);

  /**
   * Told by a writer that met a full disk: gives way by deleting the host's own oldest archives,
   * down to a floor.
   *
   * @return whether anything was freed
   */
  boolean makeRoom(long bytes);

  /**
   * Turns one over now; an empty one is left alone.
   *
   * @return the archive's file name, or empty if there was nothing to turn
   * @throws IOException that says at which step it failed; the log is as it was
   * @throws IllegalArgumentException if no log has that name
   */
  Optional<String> rotate(String name) throws IOException;

  /** All logs, by name. */
  List<Status> status();

  /**
   * How one log stands.
   *
   * @param archives newest last: file names
   * @param archiveBytes on disk
   * @param oldest time in the oldest archive's name
   * @param next when it rotates next
   */
  record Status(
      String name,
      long bytes,
      long maxBytes,
      List<String> archives,
      long archiveBytes,
      Optional<Instant> oldest,
      Next next) {

    /** As API, page and shell show it. */
    public Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("name", name);
      map.put("bytes", bytes);
      map.put("maxBytes", maxBytes);
      map.put("archives", archives);
      map.put("archiveBytes", archiveBytes);
      map.put("oldest", oldest.map(Times::iso).orElse(null));
      map.put("nextTurn", next.toMap());
      return map;
    }
  }

  /**
   * What makes a log rotate next, whichever comes first.
   *
   * @param bytesLeft until it would pass its bound; 0 when it is due
   * @param at when its age makes it due; empty where age does not count, or while it is empty
   * @param expected when it will be due at the pace it had since its first line; empty if that is
   *     more than a year ahead or cannot be told
   * @param failing why the turn that is due fails again and again; empty while none does
   */
  record Next(
      long bytesLeft, Optional<Instant> at, Optional<Instant> expected, Optional<String> failing) {

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("bytesLeft", bytesLeft);
      map.put("at", at.map(Times::iso).orElse(null));
      map.put("expected", expected.map(Times::iso).orElse(null));
      map.put("failing", failing.orElse(null));
      return map;
    }

    /** Of a log of which nothing but its size is known. */
    public static Next bySize(long bytes, long maxBytes) {
      return new Next(
          Math.max(0, maxBytes - bytes), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }
}
