package innkeeper.api.rotation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service for a log that can be rotated. A bundle that writes a file and registers
 * this service gets the same rotation as the host's own logs. Its writer calls {@link
 * Rotator#before} before each write, so that the file never exceeds its limit. All methods are
 * called on several threads.
 */
@ConsumerType
public interface RotatableLog {

  /**
   * Returns the log's name: a project's log name, {@code main}, or a third party's own word.
   *
   * @return unique among all logs; always the same
   */
  String name();

  /**
   * Returns the active file. Archives are created in the same directory.
   *
   * @return an absolute path; always the same
   */
  Path path();

  /**
   * Returns the size of the active file as its writer knows it. It is called often, so it must not
   * access the file system.
   *
   * @return bytes, from 0
   */
  long bytes();

  /** Returns the maximum size of the active file in bytes, or 0 for LOG_MAX_BYTES. */
  long maxBytes();

  /** Returns the number of archives that are kept, from 1, or 0 for LOG_MAX_FILES. */
  int maxFiles();

  /**
   * Runs a rotation while no thread writes: the writer stops at the end of a line, with everything
   * written. Afterwards it continues at the end of the file that then has the active name. If
   * {@code turn} throws, the writer continues as before and the exception is passed on.
   *
   * @param turn the rotation; called once, on the caller's thread
   * @throws IOException if {@code turn} throws it, or the writer cannot be stopped now
   */
  void hold(Turn turn) throws IOException;

  /** The steps of one rotation, from the old active file to the new one. */
  interface Turn {

    /**
     * Runs the steps.
     *
     * @param active the active file's path
     * @throws IOException if a step failed; the active file is then unchanged
     */
    void run(Path active) throws IOException;

    /**
     * Returns the archive of the previously active file, after the steps have run.
     *
     * @return the archive's path; empty if it is missing, or its path is unknown
     */
    default Optional<Path> archive() {
      return Optional.empty();
    }
  }
}
