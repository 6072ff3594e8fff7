package innkeeper.rotation.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a directory takes a new file: a disk with free bytes may have no inode left, which Java
 * cannot ask for. Safe for many threads.
 */
public final class NewFileProbe {

  /** Health may be asked many times a second; a file is made no more often than this. */
  private static final long KEPT_NANOS = 5_000_000_000L;

  private static final String NAME = ".health-probe";

  private record Answer(Optional<String> fault, long atNanos) {}

  private final LongSupplier nanos;
  private final Map<Path, Answer> answers = new HashMap<>();

  public NewFileProbe(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Why no file can be made there; empty if one can. */
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
