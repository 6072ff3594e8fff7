package innkeeper.api.log;

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
   * @param text any text
   * @return the text with every secret replaced by the mark; it has the same number of lines
   */
  String redact(String text);

  /**
   * Registers values that must never be printed from now on, in all encodings that are looked for.
   * A later host process knows them too; they are never written to disk.
   *
   * @param source where they come from, for warnings: {@code project c1 API_TOKEN}, {@code
   *     operator}
   * @param secrets the values in clear; empty ones have no effect
   * @return one warning for each value that is too short to be looked for, which names the source
   *     and never the value; empty when all are registered
   */
  Collection<String> register(String source, Collection<String> secrets);

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
   *
   * @return never null
   */
  List<TableRule> tableRules();

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
