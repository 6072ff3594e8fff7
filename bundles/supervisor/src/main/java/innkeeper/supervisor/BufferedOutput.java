package innkeeper.supervisor;

import innkeeper.api.project.ProjectDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Knows interpreters that keep what a program prints in a buffer while stdout is a pipe. */
final class BufferedOutput {

  /** The advice how to switch the buffer off, by the first characters of the program's name. */
  private static final Map<String, String> INTERPRETERS =
      Map.of(
          "python", "run it with -u, or set PYTHONUNBUFFERED=1",
          "perl", "set $| = 1",
          "ruby", "set $stdout.sync = true",
          "php", "call flush()",
          "lua", "call io.stdout:setvbuf(\"no\")",
          "Rscript", "call flush(stdout())",
          "awk", "call fflush()",
          "gawk", "call fflush()",
          "mawk", "run it with -W interactive");

  private static final Map<String, String> SCRIPTS =
      Map.of(".py", "python", ".pl", "perl", ".rb", "ruby", ".php", "php", ".lua", "lua");

  private static final Pattern VERSION = Pattern.compile("[0-9.]*");

  private BufferedOutput() {}

  /**
   * Returns advice on how to switch the buffer off; empty if the command names no such interpreter.
   */
  static Optional<String> hint(ProjectDefinition definition) {
    // A shell's script is a single argument, so arguments are split at white space.
    List<String> words =
        definition.command().stream().flatMap(word -> Arrays.stream(word.split("\\s+"))).toList();
    boolean unbuffered =
        words.contains("-u")
            || words.contains("stdbuf")
            || words.contains("unbuffer")
            || !definition.env().getOrDefault("PYTHONUNBUFFERED", "").isEmpty();
    return unbuffered
        ? Optional.empty()
        : words.stream().map(BufferedOutput::interpreter).flatMap(Optional::stream).findFirst();
  }

  private static Optional<String> interpreter(String word) {
    String name = word.substring(word.lastIndexOf('/') + 1);
    for (Map.Entry<String, String> script : SCRIPTS.entrySet()) {
      if (name.endsWith(script.getKey())) {
        return Optional.of(said(script.getValue()));
      }
    }
    return INTERPRETERS.keySet().stream()
        .filter(known -> name.startsWith(known))
        .filter(known -> VERSION.matcher(name.substring(known.length())).matches())
        .findFirst()
        .map(BufferedOutput::said);
  }

  private static String said(String interpreter) {
    return interpreter + " buffers a pipe: " + INTERPRETERS.get(interpreter);
  }
}
