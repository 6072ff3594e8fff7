package innkeeper.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options of {@code innkeeper run}. The next host gets the same options except {@code asCopy},
 * because it finds its own servers.
 *
 * @param demo whether the sample project is added
 * @param safe whether the user's own bundles are left out
 * @param asCopy whether servers are started although DATA_DIR is a copy of one whose servers run
 * @param projects files of definitions, unchanged from the command line
 * @param stdout whether the projects' output goes to standard output, and the host's own to
 *     standard error
 * @param exitWith the project whose end ends the host, with its exit code; "" for none
 */
record RunOptions(
    boolean demo,
    boolean safe,
    boolean asCopy,
    List<String> projects,
    boolean stdout,
    String exitWith) {

  static final String USAGE =
      "innkeeper run [--safe] [--demo] [--as-copy] [--project FILE... [--stdout] [--exit-with ID]]";

  static final RunOptions NONE = new RunOptions(false, false, false, List.of(), false, "");

  RunOptions {
    projects = List.copyOf(projects);
  }

  /** Parses the words after {@code run}; empty if they are not valid. */
  static Optional<RunOptions> parse(List<String> words) {
    boolean demo = false;
    boolean safe = false;
    boolean asCopy = false;
    boolean stdout = false;
    String exitWith = "";
    List<String> projects = new ArrayList<>();
    int i = 0;
    while (i < words.size()) {
      String word = words.get(i++);
      switch (word) {
        case "--demo" -> demo = true;
        case "--safe" -> safe = true;
        case "--as-copy" -> asCopy = true;
        case "--stdout" -> stdout = true;
        case "--exit-with" -> {
          exitWith = i < words.size() ? words.get(i++) : "";
          if (exitWith.isEmpty()) {
            return Optional.empty();
          }
        }
        case "--project" -> {
          int first = i;
          while (i < words.size() && !words.get(i).startsWith("--")) {
            projects.add(words.get(i++));
          }
          if (i == first) {
            return Optional.empty();
          }
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    boolean alone = projects.isEmpty() && (stdout || !exitWith.isEmpty());
    return alone
        ? Optional.empty()
        : Optional.of(new RunOptions(demo, safe, asCopy, projects, stdout, exitWith));
  }

  /** Returns the words that {@link #parse} reads. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    if (demo) {
      words.add("--demo");
    }
    if (safe) {
      words.add("--safe");
    }
    if (!projects.isEmpty()) {
      words.add("--project");
      words.addAll(projects);
    }
    if (stdout) {
      words.add("--stdout");
    }
    if (!exitWith.isEmpty()) {
      words.addAll(List.of("--exit-with", exitWith));
    }
    return words;
  }

  RunOptions unsafe() {
    return new RunOptions(demo, false, asCopy, projects, stdout, exitWith);
  }
}
