package innkeeper.api.rotation;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import java.io.IOException;
import java.time.Instant;
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
   * @throws innkeeper.api.service.ServiceAwayException if it is going; nothing was done
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
  @JsonForm(name = "RotationStatus")
  record Status(
      String name,
      long bytes,
      long maxBytes,
      List<String> archives,
      long archiveBytes,
      Optional<Instant> oldest,
      @JsonForm(value = "What makes it rotate next, whichever comes first.", name = "nextTurn")
          Next next)
      implements JsonBody {

    @Override
    public Map<String, Object> toMap() {
      return JsonBody.super.toMap();
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
  @JsonForm(name = "NextTurn")
  record Next(
      @JsonForm("Until it would pass maxBytes.") long bytesLeft,
      @JsonForm("When its age makes it due; null where age does not count.") Optional<Instant> at,
      @JsonForm("When it will be due at its present pace; null if that cannot be told.")
          Optional<Instant> expected,
      @JsonForm("Why the rotation that is due fails.") Optional<String> failing) {

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
