package innkeeper.api.rotation;

import innkeeper.api.health.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Rotates logs: the active file becomes an archive, and a new active file begins. Archives are
 * compressed and deleted by the settings LOG_*. Provided by the rotation bundle; while it is away
 * logs grow. Safe for many threads. No method returns null.
 */
@ProviderType
public interface Rotator {

  /**
   * Rotates a log if it is due, or if so many more bytes would take it past its limit. A log's own
   * writer calls this on its thread, at the end of a line, before each write. A rotation that fails
   * is reported and tried again later; the log grows meanwhile, and nothing is lost. Throws
   * nothing.
   *
   * @param log the caller's own
   * @param bytes how many it is about to write
   */
  void before(RotatableLog log, long bytes);

  /**
   * Deletes the oldest archives, down to a minimum, for a writer that met a full disk.
   *
   * @param bytes how many the writer needs
   * @return whether anything was deleted
   */
  boolean makeRoom(long bytes);

  /**
   * Rotates one log now, whatever its size; an empty one is left alone.
   *
   * @param name as {@link RotatableLog#name}
   * @return the archive's file name, or empty if the log is empty
   * @throws IOException if a step failed, which the message names; the log is as it was
   * @throws IllegalArgumentException if no log has that name
   */
  Optional<String> rotate(String name) throws IOException;

  /**
   * Sizes and archives of all logs.
   *
   * @return sorted by name
   * @throws java.io.UncheckedIOException if the archives cannot be listed
   */
  List<Status> status();

  /**
   * Size and archives of one log.
   *
   * @param name as {@link RotatableLog#name}
   * @param bytes in the active file
   * @param maxBytes the limit in force for the active file
   * @param archives file names, newest last
   * @param archiveBytes what the archives take on disk
   * @param oldest the time in the oldest archive's name; empty if there is none
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

    /**
     * The JSON form of the API.
     *
     * @return a new map; {@code next} is the member {@code nextTurn}
     */
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
   * @param bytesLeft how many bytes it may grow; 0 when it is due
   * @param at when its age makes it due; empty if age does not count, or the log is empty
   * @param expected when it will be due if it grows as fast as since its first line; empty if that
   *     is more than a year ahead or cannot be told
   * @param failing why the rotation that is due fails; empty while none does
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

    /**
     * For a log of which nothing but its size is known.
     *
     * @param bytes in the active file
     * @param maxBytes the limit for it
     * @return what is left of the limit, without times
     */
    public static Next bySize(long bytes, long maxBytes) {
      return new Next(
          Math.max(0, maxBytes - bytes), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }
}
