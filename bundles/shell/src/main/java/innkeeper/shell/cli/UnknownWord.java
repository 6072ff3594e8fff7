package innkeeper.shell.cli;

import innkeeper.common.text.NearestWord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports that the first word of a command line is not a command, and suggests a similar command.
 */
public final class UnknownWord {

  /** The options that bin/innkeeper reads before the command. */
  private static final List<String> OPTIONS =
      List.of("--data", "--host", "--hosts", "--engines", "--socket", "--version", "-V", "--help");

  /** The index in {@link #OPTIONS} of the first option that is given without a command. */
  private static final int FIRST_ALONE = 5;

  /** Maps words of other supervisors and of shells to the command that does the same here. */
  private static final Map<String, String> FAMILIAR =
      Map.ofEntries(
          Map.entry("delete", "remove"),
          Map.entry("del", "remove"),
          Map.entry("describe", "why"),
          Map.entry("info", "why"),
          Map.entry("jlist", "status"),
          Map.entry("kill", "stop"),
          Map.entry("list", "status"),
          Map.entry("log", "logs"),
          Map.entry("ls", "status"),
          Map.entry("monit", "top"),
          Map.entry("ps", "status"),
          Map.entry("reload", "restart"),
          Map.entry("reread", "apply"),
          Map.entry("rm", "remove"),
          Map.entry("show", "why"),
          Map.entry("tail", "logs"));

  /** Maps options of other log readers to the option that does the same here. */
  private static final Map<String, String> FAMILIAR_OPTIONS =
      Map.of("--tail", "-n", "--limit", "-n", "--count", "-n", "--number", "-n");

  /** The commands of Felix that users need. Help lists them; they are known without a host too. */
  public static final List<String> FELIX = List.of("lb", "headers", "refresh");

  private UnknownWord() {}

  /**
   * Returns the end of a message about an unknown option of a command.
   *
   * @param known its options
   */
  public static String optionHint(String option, Collection<String> known) {
    return Optional.ofNullable(FAMILIAR_OPTIONS.get(option))
        .filter(known::contains)
        .map(meant -> "; did you mean " + meant + "?")
        .orElseGet(() -> NearestWord.hint(option, known));
  }

  /** Returns our command for a word that Felix or another supervisor uses for the same task. */
  public static Optional<String> meant(String word) {
    return Optional.ofNullable(FAMILIAR.get(word));
  }

  /**
   * Returns the message about an unknown word.
   *
   * @param known all commands
   */
  public static String message(String word, Collection<String> known) {
    if (word.startsWith("-")) {
      String hint = NearestWord.hint(word, OPTIONS);
      return "unknown option "
          + word
          + " before the command"
          + (hint.isEmpty() ? "; allowed there: " + String.join(", ", OPTIONS) : hint);
    }
    Optional<String> near = meant(word).or(() -> NearestWord.of(word, known));
    return "unknown command " + word + near.map(n -> "; did you mean " + n + "?").orElse("");
  }

  /** Returns whether bin/innkeeper reads this option before the command only. */
  public static boolean goesBefore(String option) {
    return OPTIONS.indexOf(option) >= 0 && OPTIONS.indexOf(option) < FIRST_ALONE;
  }
}
