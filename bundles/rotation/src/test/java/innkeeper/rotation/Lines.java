package innkeeper.rotation;

import innkeeper.common.file.ArchiveName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads a log as its readers do: archives by sequence, then the active file. */
final class Lines {

  private Lines() {}

  static List<String> of(Path active) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path archive : archives(active)) {
      lines.addAll(in(archive));
    }
    if (Files.exists(active)) {
      lines.addAll(in(active));
    }
    return lines;
  }

  static List<Path> archives(Path active) throws IOException {
    try (Stream<Path> files = Files.list(active.getParent())) {
      return files
          .filter(
              f -> name(f).filter(n -> n.log().equals(active.getFileName().toString())).isPresent())
          .sorted(Comparator.comparing(f -> name(f).orElseThrow(), ArchiveName.ORDER))
          .toList();
    }
  }

  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  static List<String> in(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    if (file.toString().endsWith(".gz")) {
      bytes = new GZIPInputStream(bytes);
    }
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static Optional<ArchiveName> name(Path file) {
    return ArchiveName.parse(file.getFileName().toString());
  }
}
