package innkeeper.redaction.pattern;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Makes classes of patterns. Only the build uses it. */
public final class PatternCompiler {
  private static final String INDEX = "PatternIndex";
  private static final String MATCHER = "Matcher";

  private final Path sources;
  private final Path classes;
  private final List<String> files = new ArrayList<>();

  /**
   * A compiler.
   *
   * @param sources a directory for the sources
   * @param classes the one of the built classes, where the new ones are put
   */
  public PatternCompiler(Path sources, Path classes) {
    this.sources = sources;
    this.classes = classes;
  }

  /** Deletes what an earlier build left, or its matchers would be used. */
  public void clear() throws IOException {
    Path directory = classes.resolve(PatternCompiler.class.getPackageName().replace('.', '/'));
    Files.deleteIfExists(directory.resolve(INDEX + ".class"));
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(directory, MATCHER + "[0-9]*.class")) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  /** Compiles all patterns that were made with the vocabulary. */
  public void compile(Vocabulary vocabulary) throws IOException {
    Files.createDirectories(sources);
    Map<Node, String> methods = new IdentityHashMap<>();
    StringBuilder index = new StringBuilder();
    int number = 0;
    for (Pattern pattern : vocabulary.made()) {
      // A class each, and so small methods: only what is used is loaded and compiled.
      String name = MATCHER + number++;
      MatcherClass source = new MatcherClass(name);
      new MatcherWriter(source, methods).write(pattern);
      write(name, source.source());
      String key = MatcherClass.quoted(pattern.key());
      index.append("      case ").append(key).append(": return new ").append(name).append("();\n");
    }
    write(INDEX, index(index));
    javac();
  }

  private static String index(StringBuilder cases) {
    return """
        package innkeeper.redaction.pattern;

        final class %s extends CompiledPatterns {
          @Override
          Object of(String key) {
            switch (key) {
        %s      default: return null;
            }
          }
        }
        """
        .formatted(INDEX, cases);
  }

  private void write(String name, String source) throws IOException {
    Path file = sources.resolve(name + ".java");
    Files.writeString(file, source);
    files.add(file.toString());
  }

  private void javac() {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--release", "17", "-g:none", "-implicit:none", "-proc:none"));
    arguments.addAll(List.of("-cp", classes.toString(), "-d", classes.toString()));
    arguments.addAll(files);
    int result = compiler.run(null, null, null, arguments.toArray(new String[0]));
    if (result != 0) {
      throw new UncheckedIOException(
          new IOException("the compiler refused the patterns in " + sources));
    }
  }
}
