package innkeeper.redaction.scan;

import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.PatternStarts;
import innkeeper.redaction.value.Values;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The built-in rules in the engine's form, and what their patterns begin with. The build makes
 * files of them, so that no start does.
 */
public final class CompiledRules {
  private static final String FILE = "rules.bin";

  private CompiledRules() {}

  /**
   * Writes the files.
   *
   * @param args the directory of the classes
   */
  public static void main(String[] args) throws IOException {
    Path classes = Path.of(args[0]);
    Path rules = classes.resolve(name(CompiledRules.class)).resolveSibling(FILE);
    Path starts = classes.resolve(name(PatternStarts.class)).resolveSibling(PatternStarts.FILE);
    // Or they would be those of an earlier build.
    Files.deleteIfExists(rules);
    Files.deleteIfExists(starts);
    RuleSet all = RuleSet.BUILTIN;
    all.triggers().stream()
        .map(all::entry)
        .filter(entry -> entry.kind() == RuleEntry.Kind.ROW)
        .forEach(RuleEntry::rule);
    Values.builtin().check();
    classes(classes).forEach(CompiledRules::initialise);
    try (DataOutputStream out = stream(rules)) {
      all.write(out);
    }
    try (DataOutputStream out = stream(starts)) {
      PatternStarts.write(out);
    }
  }

  /** What patterns a class has is known then. */
  private static void initialise(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException | LinkageError e) {
      // Left by an earlier build.
      System.err.println("not initialised: " + name);
    }
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static List<String> classes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> directory.relativize(file).toString().replace('/', '.'))
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }

  private static DataOutputStream stream(Path file) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  static RuleSet build() {
    return new RuleSetBuilder(Tables.builtin()).build();
  }

  static RuleSet load() {
    try (InputStream file = CompiledRules.class.getResourceAsStream(FILE)) {
      // Only while the build makes it there is none.
      return file == null
          ? build()
          : new RuleSet(new DataInputStream(new BufferedInputStream(file, 1 << 16)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the rules in " + FILE, e);
    }
  }
}
