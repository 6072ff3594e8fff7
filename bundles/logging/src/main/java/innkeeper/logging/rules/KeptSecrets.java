package innkeeper.logging.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values that an operator registered permanently, one per line, in DATA_DIR/redact.keep. A
 * deleted line is forgotten when the host starts again.
 */
public final class KeptSecrets {

  private final Path file;

  public KeptSecrets(Path dataDir) {
    this.file = dataDir.resolve("redact.keep");
  }

  Path file() {
    return file;
  }

  List<String> read() throws IOException {
    if (!SecretsFile.isThere(file)) {
      return List.of();
    }
    return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
        .filter(line -> !line.isBlank())
        .toList();
  }

  /**
   * Adds values; they are on disk when this returns. Values that the file already contains are not
   * written again.
   */
  synchronized void add(Collection<String> values) throws IOException {
    Set<String> all = new LinkedHashSet<>(read());
    if (all.addAll(values)) {
      SecretsFile.replace(file, String.join("\n", all) + "\n");
    }
  }
}
