package innkeeper.api.rotation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: a log that can be rotated. A bundle that writes a file and registers this
 * gets the same rotation as the host's own logs. Its writer calls {@link Rotator#before} ahead of
 * each write, so that the file never passes its limit. All methods are called on several threads.
 */
@ConsumerType
public interface RotatableLog {

  /**
   * The log's name: of a project's log, {@code main}, or a third party's own word.
   *
   * @return unique among all logs; always the same
   */
  String name();

  /**
   * The active file. Archives are put beside it.
   *
   * @return an absolute path; always the same
   */
  Path path();

  /**
   * The size of the active file as its writer knows it. Called often: do not ask the file system.
   *
   * @return bytes, from 0
   */
  long bytes();

  /**
   * The size that the active file must not pass.
   *
   * @return bytes; 0 for LOG_MAX_BYTES
   */
  long maxBytes();

  /**
   * How many archives are kept.
   *
   * @return a number from 1; 0 for LOG_MAX_FILES
   */
  int maxFiles();

  /**
   * Runs a rotation while nothing writes: the writer is held at the end of a line, with everything
   * written. Afterwards it goes on at the end of the file that then has the active name. If {@code
   * turn} throws, the writer goes on as before and the exception is passed on.
   *
   * @param turn the rotation; called once, on the caller's thread
   * @throws IOException what {@code turn} throws, or why the writer cannot be held now
   */
  void hold(Turn turn) throws IOException;

  /** The steps of one rotation, from the old active file to the new one. */
  interface Turn {

    /**
     * Runs the steps.
     *
     * @param active the active file's path
     * @throws IOException if a step failed; the active file is as it was
     */
    void run(Path active) throws IOException;

    /**
     * What became of the file that was active, once the steps have run.
     *
     * @return the archive's path; empty if there is none, or that is not told
     */
    default Optional<Path> archive() {
      return Optional.empty();
    }
  }
}
