package innkeeper.api.rotation;

import java.io.IOException;
import java.nio.file.Path;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: a log that can be rotated. Whoever writes a file and registers this gets the
 * same rotation as the host's own logs. Its writer asks {@link Rotator#before} ahead of each write
 * and so never passes its bound.
 */
@ConsumerType
public interface RotatableLog {

  /** A project's log name, {@code main}, or a third party's own word; unique. */
  String name();

  /** The active file, absolute. */
  Path path();

  /** Bytes in the active file as its writer knows them; never a file system call. */
  long bytes();

  /** Rotates before it passes this; 0 for LOG_MAX_BYTES. */
  long maxBytes();

  /** Archives kept; 0 for LOG_MAX_FILES. */
  int maxFiles();

  /**
   * Runs the turn with the writer held at a line's end, everything written; afterwards the writer
   * goes on in whatever file then has the active name, from its end. If {@code turn} throws, the
   * writer goes on as before and the exception passes through.
   */
  void hold(Turn turn) throws IOException;

  /** The steps between two files of one log; told the active file. */
  interface Turn {
    void run(Path active) throws IOException;
  }
}
