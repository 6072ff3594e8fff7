package innkeeper.api.log;

import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Replaces secrets in text by the mark {@code [REDACTED]}. The logging bundle provides it; the
 * service is away while that bundle is replaced, but {@link CleanText} does not depend on that
 * bundle. Safe for many threads.
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
   * Registers values as secrets from now on, in all supported encodings. A later host process knows
   * them too. They are never written to disk, so a reboot forgets them.
   *
   * @param source the origin of the values, for warnings: {@code project c1 API_TOKEN}, {@code
   *     operator}
   * @param secrets the values in clear; empty ones have no effect
   * @return one warning for each value that is too short for a search; it names the source and
   *     never the value; empty if all values are registered
   * @throws IllegalArgumentException if more than 10,000 values would be registered; then none of
   *     these values is registered
   */
  Collection<String> register(String source, Collection<String> secrets);

  /**
   * Registers values as {@link #register} does, and stores them in a file of DATA_DIR, mode 0600,
   * so that a reboot does not forget them.
   *
   * @param source the origin of the values, for warnings: {@code operator}
   * @param secrets the values in clear; empty ones have no effect
   * @return the warnings that {@link #register} would return; a value with a warning is not stored
   * @throws IOException if the values could not be written; they are then registered as by {@link
   *     #register}
   */
  Collection<String> keep(String source, Collection<String> secrets) throws IOException;

  /**
   * Returns the values of a definition that are registered as secrets when its server starts. They
   * are variables by their names, passwords in URLs, and secrets that the rules find in the
   * command. Files are not read.
   *
   * @return their number and their names; never null
   */
  Protection protection(ProjectDefinition definition);

  /**
   * Returns a command for display, without the secrets that the rules find in it and without
   * registered values.
   *
   * @param words program and arguments
   * @return as many words, in which the mark replaces each secret; never null
   */
  List<String> redactCommand(List<String> words);

  /**
   * Returns the rules of plugins.
   *
   * @return the rules in the order in which they came; never null; rows of tables are not included
   */
  List<RuleStatus> rules();

  /**
   * Returns the rules that would hide a part of a text, with their places.
   *
   * @param text any text; null is not allowed
   * @return one entry for each mark that {@link #redact} would write, in the order of the text;
   *     never null
   */
  List<Found> find(String text);

  /**
   * Returns the rules that are rows of tables: those of conf/redaction, then those that come with
   * the engine, in the order of its tables.
   */
  List<TableRule> tableRules();

  /**
   * Returns the values that the engine learned from a project's output. The output had them under a
   * secret's name, in an address or in an Authorization header. Since then the engine hides them
   * everywhere.
   *
   * @param log the name of the project's log
   * @return in the order in which they were learned; never null; also empty if no output is
   *     captured under that name
   */
  List<LearnedValue> learned(String log);

  /**
   * Returns the rules that would hide a part of a text if the text were a project's output.
   *
   * @param text any text; null is not allowed
   * @param log the name of the project's log
   * @return the same as {@link #find}; the rule of a learned value is {@code learned.value}, a
   *     blank and the id of the value
   */
  List<Found> explain(String log, String text);

  /**
   * Ends the redaction of a learned value. The engine does not learn it again before its time of
   * expiry.
   *
   * @param id the id of the value, as {@link #learned} returns it
   * @param log the name of the project's log
   * @return whether such a value exists
   */
  boolean forgetLearned(String log, String id);

  /**
   * A value that was learned from a project's output. The record does not contain the value itself.
   *
   * @param id identifies the value among those of its log: {@code v7}
   * @param rule the id of the rule that hid it first, as {@link #tableRules} lists it
   * @param since when the value was learned
   * @param until when the value is forgotten, unless the output shows again that it is a secret
   * @param forgotten whether a person ended its redaction, because it is not a secret
   */
  record LearnedValue(String id, String rule, Instant since, Instant until, boolean forgotten) {}

  /**
   * The secrets of a definition.
   *
   * @param values the number of values: variables, and secrets in the command
   * @param names the protected parts: {@code API_KEY}, {@code DB_URL's password}, {@code argument 3
   *     of the command}; never a value
   * @param warnings for each secret that the engine cannot find by its value, the name and the
   *     reason: {@code PIN: the value has fewer than 6 characters}
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
   * @param line the line in which it begins, from 1
   * @param from its first character in that line, from 1
   * @param to its last character, counted in the same line, from 1
   */
  record Found(String rule, int line, int from, int to) {}

  /**
   * A rule that is a row of a table.
   *
   * @param id identifies the rule among all rules, in later releases too: {@code
   *     token.github-personal}
   * @param finds the texts that start a match of the rule, as its table contains them; "" if it has
   *     no such text
   * @param source the documentation of the format; for a row of conf/redaction its file and line
   * @param fired the number of secrets that it hid since the logging bundle started
   * @param off the reason why conf/redaction switches it off; "" while it is in use
   * @param own whether it is a row of conf/redaction
   */
  record TableRule(String id, String finds, String source, long fired, String off, boolean own) {}

  /**
   * The state of a rule of a plugin.
   *
   * @param name the rule's name in the plugin
   * @param fault the reason why it is switched off; "" while it is in use
   */
  record RuleStatus(String name, String fault) {

    /** Returns whether lines are passed to the rule: {@code fault} is "". */
    public boolean active() {
      return fault.isEmpty();
    }
  }
}
