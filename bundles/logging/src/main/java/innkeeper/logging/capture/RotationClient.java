package innkeeper.logging.capture;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's access to rotation. Rotation may be away for a moment or fail, but it never stops
 * the writing.
 */
final class RotationClient {

  private static final Logger LOG = LoggerFactory.getLogger(RotationClient.class);
  private static final long ENOUGH_BYTES = 1 << 20;

  private final Supplier<Optional<Rotator>> rotator;

  RotationClient(Supplier<Optional<Rotator>> rotator) {
    this.rotator = rotator;
  }

  void before(RotatableLog log, long bytes) {
    Optional<Rotator> service = rotator.get();
    if (service.isPresent()) {
      try {
        service.get().before(log, bytes);
      } catch (RuntimeException e) {
        LOG.warn("rotation failed, the log grows meanwhile log={}", log.name(), e);
      }
    }
  }

  /** Returns whether archives were deleted, so that another attempt makes sense at once. */
  boolean makeRoom(RotatableLog log, IOException why, long bytes) {
    Optional<Rotator> service = rotator.get();
    if (service.isEmpty() || !noSpace(log, why)) {
      return false;
    }
    try {
      return service.get().makeRoom(bytes);
    } catch (RuntimeException e) {
      LOG.warn("no room could be made log={}", log.name(), e);
      return false;
    }
  }

  /**
   * Returns whether the disk is full. The text of an error comes from the C library and may be in
   * any language, so the free space is checked too.
   */
  static boolean noSpace(RotatableLog log, IOException why) {
    String text = String.valueOf(why.getMessage());
    return text.contains("No space left")
        || text.contains("quota exceeded")
        || Files.isDirectory(log.path().getParent())
            && log.path().getParent().toFile().getUsableSpace() < ENOUGH_BYTES;
  }
}
