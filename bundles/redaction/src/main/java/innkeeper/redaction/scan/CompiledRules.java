package innkeeper.redaction.scan;

import innkeeper.redaction.table.Tables;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The built-in rules in the engine's form. The build makes a file of them, so that no start does.
 */
public final class CompiledRules {
  private static final String FILE = "rules.bin";

  private CompiledRules() {}

  /**
   * Writes the file.
   *
   * @param args the directory of the classes
   */
  public static void main(String[] args) throws IOException {
    Path classes = Path.of(args[0]);
    String directory = CompiledRules.class.getPackageName().replace('.', '/');
    Path file = classes.resolve(directory).resolve(FILE);
    // Or the rules would be those of an earlier build.
    Files.deleteIfExists(file);
    RuleSet rules = RuleSet.BUILTIN;
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      rules.write(out);
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
