package innkeeper.api.log;

import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The engine that serves, as a service. Safe for many threads. */
@ProviderType
public interface Redactor {

  /** The text with every secret replaced by the mark; the same number of lines. */
  String redact(String text);

  /**
   * Registers secrets that must never be printed, in all their encodings.
   *
   * @param source where they come from, for warnings: {@code project c1 API_TOKEN}, {@code
   *     operator}
   * @return one warning per value that is too short to be looked for, naming the source, never the
   *     value
   */
  Collection<String> register(String source, Collection<String> secrets);

  /** Rules beside the engine's own: those of conf/redact.rules, then those of plugins. */
  List<RuleStatus> rules();

  /**
   * How one rule stands.
   *
   * @param name as the plugin calls it
   * @param fault why it is switched off; empty while it serves
   */
  record RuleStatus(String name, String fault) {

    /** Whether it serves. */
    public boolean active() {
      return fault.isEmpty();
    }
  }
}
