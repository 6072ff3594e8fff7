package innkeeper.api.rotation;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Rotates logs: the active file becomes an archive, and a new active file begins. The settings
 * LOG_* control the compression and retention of archives. The rotation bundle provides it; while
 * the service is away logs grow. Safe for many threads. No method returns null.
 */
@ProviderType
public interface Rotator {

  /**
   * Rotates a log if its age requires it, or if the next write would exceed its limit. A log's own
   * writer calls this on its thread, at the end of a line, before each write. A failed rotation is
   * reported and tried again later; the log grows meanwhile, and no line is lost. Throws nothing.
   *
   * @param log the caller's own log
   * @param bytes the number of bytes of the next write
   */
  void before(RotatableLog log, long bytes);

  /**
   * Deletes the oldest archives, down to a minimum, for a writer that found a full disk.
   *
   * @param bytes the number of bytes that the writer needs
   * @return whether an archive was deleted
   */
  boolean makeRoom(long bytes);

  /**
   * Rotates one log now, independently of its size; an empty log is not rotated.
   *
   * @param name the value of {@link RotatableLog#name}
   * @return the archive's file name, or empty if the log is empty
   * @throws IOException if a step failed, which the message names; the log is then unchanged
   * @throws IllegalArgumentException if no log has that name
   * @throws innkeeper.api.service.ServiceAwayException if the service is stopping; then nothing was
   *     done
   */
  Optional<String> rotate(String name) throws IOException;

  /**
   * Returns sizes and archives of all logs.
   *
   * @return sorted by name
   * @throws java.io.UncheckedIOException if the archives cannot be listed
   */
  List<Status> status();

  /**
   * The size and the archives of one log.
   *
   * @param name the value of {@link RotatableLog#name}
   * @param bytes in the active file
   * @param maxBytes the limit in force for the active file
   * @param archives file names, newest last
   * @param archiveBytes the size of the archives on disk
   * @param oldest the time in the oldest archive's name; empty without archives
   * @param next the next rotation
   */
  @JsonForm(name = "RotationStatus")
  record Status(
      String name,
      long bytes,
      long maxBytes,
      List<String> archives,
      long archiveBytes,
      Optional<Instant> oldest,
      @JsonForm(
              value = "The condition of the next rotation; the first one that holds counts.",
              name = "nextTurn")
          Next next)
      implements JsonBody {}

  /**
   * The condition of a log's next rotation; the first condition that holds counts.
   *
   * @param bytesLeft the number of bytes that it may grow; 0 if it must rotate now
   * @param at when its age requires a rotation; empty if age does not count, or the log is empty
   * @param expected when it will rotate if it grows at its average pace since its first line; empty
   *     if that is more than a year from now or unknown
   * @param failing the reason why the present rotation fails; empty if it does not fail
   */
  @JsonForm(name = "NextTurn")
  record Next(
      @JsonForm("Until it would pass maxBytes.") long bytesLeft,
      @JsonForm("When its age requires a rotation; null where age does not count.")
          Optional<Instant> at,
      @JsonForm("When it will rotate at its present pace; null if that is unknown.")
          Optional<Instant> expected,
      @JsonForm("Why the present rotation fails.") Optional<String> failing) {

    /**
     * Returns the next rotation of a log of which only the size is known.
     *
     * @param bytes in the active file
     * @param maxBytes the limit for it
     * @return the rest of the limit, without times
     */
    public static Next bySize(long bytes, long maxBytes) {
      return new Next(
          Math.max(0, maxBytes - bytes), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }
}
