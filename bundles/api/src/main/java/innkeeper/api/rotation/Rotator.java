package innkeeper.api.rotation;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
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
   */
  record Status(
      String name,
      long bytes,
      long maxBytes,
      List<String> archives,
      long archiveBytes,
      Optional<Instant> oldest) {}
}
