package innkeeper.host.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with everything below it. Links are never followed. */
final class Tree {

  private Tree() {}

  static List<Path> of(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.toList();
    }
  }

  static void remove(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    for (Path file : of(root).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.deleteIfExists(file);
    }
  }
}
