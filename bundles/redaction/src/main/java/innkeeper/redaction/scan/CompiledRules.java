package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.PatternCompiler;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The built-in rules in the engine's form. The build makes a file of them, so that no start does.
 */
public final class CompiledRules {
  private static final String FILE = "rules.bin";

  private CompiledRules() {}

  /**
   * Writes the file, and classes for the patterns.
   *
   * @param args the directory of the classes, and one for the patterns' source
   */
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Path classes = Path.of(args[0]);
    PatternCompiler compiler = new PatternCompiler(Path.of(args[1]), classes);
    String directory = CompiledRules.class.getPackageName().replace('.', '/');
    Path file = classes.resolve(directory).resolve(FILE);
    // Or the rules would be those of an earlier build.
    Files.deleteIfExists(file);
    compiler.clear();
    RuleSet rules = RuleSet.BUILTIN;
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      rules.write(out);
    }
    load(classes);
    Values values = Values.builtin();
    values.check();
    compiler.compile(values);
  }

  /** Loads all classes: the patterns they name are made then. */
  private static void load(Path classes) throws IOException, ClassNotFoundException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(classes)) {
      files = all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
    for (Path file : files) {
      String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
      Class.forName(name.substring(0, name.length() - ".class".length()));
    }
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
