package innkeeper.rotation.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The check whether a file can be created in a directory. A disk with free bytes may have no free
 * inode, which Java cannot query. Thread-safe.
 */
public final class NewFileProbe {

  /**
   * The time for which a result is cached. Health may be queried many times a second, and a file is
   * created at most this often.
   */
  private static final long KEPT_NANOS = 5_000_000_000L;

  private static final String NAME = ".health-probe";

  private record Answer(Optional<String> fault, long atNanos) {}

  private final LongSupplier nanos;
  private final Map<Path, Answer> answers = new HashMap<>();

  public NewFileProbe(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns why no file can be created in the directory; empty if one can. */
  public synchronized Optional<String> fault(Path directory) {
    long now = nanos.getAsLong();
    Answer last = answers.get(directory);
    if (last == null || now - last.atNanos() > KEPT_NANOS) {
      last = new Answer(look(directory), now);
      answers.put(directory, last);
    }
    return last.fault();
  }

  private static Optional<String> look(Path directory) {
    try {
      Path file = directory.resolve(NAME);
      Files.deleteIfExists(file);
      Files.createFile(file);
      Files.delete(file);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Failures.reason(e));
    }
  }
}
