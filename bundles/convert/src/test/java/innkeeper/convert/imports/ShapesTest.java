package innkeeper.convert.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.Imported;
import innkeeper.api.project.Definitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Converts ten files of each format, modelled on files of public projects. */
class ShapesTest {

  private static final Path SHAPES = Path.of("src/test/resources/imports/shapes");

  @Test
  void eachFileIsConvertedToItsExpectedProjects() throws Exception {
    StringBuilder found = new StringBuilder();
    for (Path file : files()) {
      found.append("== ").append(file.getFileName()).append('\n');
      Imported converted = read(file);
      converted.mistakes().forEach(m -> found.append("mistake ").append(m).append('\n'));
      for (Map<String, Object> definition : converted.definitions()) {
        found.append(definition).append('\n');
      }
      converted.notes().forEach(n -> found.append("note ").append(n).append('\n'));
    }
    assertEquals(Files.readString(SHAPES.resolve("expected.txt")), found.toString());
  }

  @Test
  void eachConvertedDefinitionIsValid() throws Exception {
    for (Path file : files()) {
      for (Map<String, Object> definition : read(file).definitions()) {
        Definitions.fromMap(definition, Path.of("/srv/app"));
      }
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(SHAPES)) {
      return files.filter(f -> !f.toString().endsWith(".txt")).sorted().toList();
    }
  }

  private static Imported read(Path file) throws IOException {
    String name = file.getFileName().toString();
    String text = Files.readString(file);
    return ImportFormats.read(
        ImportFormats.detect(name, text).orElseThrow(),
        new ForeignFile(name, Path.of("/srv/app"), text),
        new FakeFiles(Map.of("PATH", "/usr/bin")),
        4);
  }
}
