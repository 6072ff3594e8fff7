package innkeeper.api.log;

import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Replaces secrets in text by the mark {@code [REDACTED]}. Provided by the logging bundle; the
 * service is away while that bundle is replaced ({@link CleanText} is not). Safe for many threads.
 */
@ProviderType
public interface Redactor {

  /**
   * Redacts a text of one or more lines.
   *
   * @return the text with every secret replaced by the mark; it has the same number of lines
   */
  String redact(String text);

  /**
   * Registers values that must never be printed from now on, in all encodings that are looked for.
   * A later host process knows them too; they are never written to disk, so a reboot forgets them.
   *
   * @param source where they come from, for warnings: {@code project c1 API_TOKEN}, {@code
   *     operator}
   * @param secrets the values in clear; empty ones have no effect
   * @return one warning for each value that is too short to be looked for, which names the source
   *     and never the value; empty when all are registered
   * @throws IllegalArgumentException if more than 10,000 values would be registered; then none of
   *     these is
   */
  Collection<String> register(String source, Collection<String> secrets);

  /**
   * Registers values as {@link #register} does, and keeps them in a file of DATA_DIR, mode 0600, so
   * that they are known after a reboot too.
   *
   * @param source where they come from, for warnings: {@code operator}
   * @param secrets the values in clear; empty ones have no effect
   * @return the warnings that {@link #register} would return; a value that one of them is about is
   *     not kept
   * @throws IOException if they could not be written; they are registered then, as by {@link
   *     #register}
   */
  Collection<String> keep(String source, Collection<String> secrets) throws IOException;

  /**
   * Which values of a definition are registered as secrets when its server starts: variables by
   * their names, passwords in URLs, and what the rules find in the command. Files are not read.
   *
   * @return how many there are, and what is protected; never null
   */
  Protection protection(ProjectDefinition definition);

  /**
   * A command as it may be shown: without what the rules find in it and without registered values.
   *
   * @param words program and arguments
   * @return as many words, in which the mark stands for each secret; never null
   */
  List<String> redactCommand(List<String> words);

  /**
   * The rules beside the engine's own.
   *
   * @return those of conf/redact.rules, then those of plugins; never null; rows of tables are not
   *     among them
   */
  List<RuleStatus> rules();

  /**
   * Which rules would hide what in a text.
   *
   * @param text any text; null is not allowed
   * @return one entry for each mark that {@link #redact} would write, in the order of the text;
   *     never null
   */
  List<Found> find(String text);

  /**
   * The rules that are rows of tables: those of conf/redaction, then those that come with the
   * engine, in the order of its tables.
   */
  List<TableRule> tableRules();

  /**
   * What a project's output taught: values that were hidden under a secret's name, in an address or
   * in an Authorization header, and are hidden wherever they stand since.
   *
   * @return in the order in which they were learned; never null, empty too where nothing was
   *     captured
   */
  List<LearnedValue> learned(String log);

  /**
   * Which rules would hide what if a text were a project's output.
   *
   * @param text any text; null is not allowed
   * @return as {@link #find}; of what a learned value hides the rule is {@code learned.value}, a
   *     blank and the id of the value
   */
  List<Found> explain(String log, String text);

  /**
   * Hides a learned value no more. It is not learned again before it would have expired.
   *
   * @param id of the value, as {@link #learned} gives it
   * @return whether there is such a value
   */
  boolean forgetLearned(String log, String id);

  /**
   * A value that a project's output taught. The value itself is not told.
   *
   * @param id tells it from the others of that log: {@code v7}
   * @param rule the id of the rule that hid it first, as {@link #tableRules} lists it
   * @param since when it was learned
   * @param until when it is forgotten, unless the output shows again that it is a secret
   * @param forgotten whether it is hidden no more, because somebody said that it is no secret
   */
  record LearnedValue(String id, String rule, Instant since, Instant until, boolean forgotten) {}

  /**
   * Which values of a definition are secrets.
   *
   * @param values how many values there are: variables, and secrets in the command
   * @param names what is protected: {@code API_KEY}, {@code DB_URL's password}, {@code argument 3
   *     of the command}; never a value
   * @param warnings of each secret that cannot be looked for by value its name and why: {@code PIN:
   *     the value has fewer than 6 characters}
   */
  record Protection(int values, List<String> names, List<String> warnings) {

    /**
     * Copies the lists.
     *
     * @param values not negative
     */
    public Protection {
      names = List.copyOf(names);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * A secret that a rule hides.
   *
   * @param rule the id of the rule, as {@link #tableRules} lists it
   * @param line the line that it begins in, from 1
   * @param from its first character in that line, from 1
   * @param to its last character, counted in the same line
   */
  record Found(String rule, int line, int from, int to) {}

  /**
   * A rule that is a row of a table.
   *
   * @param id tells it from all others, in later releases too: {@code token.github-personal}
   * @param finds the texts that lead to it, as its table writes them; "" if none does
   * @param source where the format is documented; of a row of conf/redaction its file and line
   * @param fired how many secrets it hid since the logging bundle started
   * @param off why conf/redaction switches it off; "" while it serves
   * @param own whether it is a row of conf/redaction
   */
  record TableRule(String id, String finds, String source, long fired, String off, boolean own) {}

  /**
   * Whether one rule is in use.
   *
   * @param name as the plugin or conf/redact.rules calls it
   * @param fault why it is switched off; "" while it is in use
   */
  record RuleStatus(String name, String fault) {

    /**
     * Whether lines are passed to the rule.
     *
     * @return true if {@code fault} is ""
     */
    public boolean active() {
      return fault.isEmpty();
    }
  }
}
