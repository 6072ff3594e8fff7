package innkeeper.logging.rules;

import innkeeper.redaction.Engine;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a redact.rules, as releases before 0.2.0 read it: {@code literal VALUE} (all that
 * follows the blank), {@code key NAME}, blank lines and {@code #} comments.
 */
final class OldRules {

  final Set<String> literals = new LinkedHashSet<>();
  final Set<String> keys = new LinkedHashSet<>();

  /** The lines that cannot be moved, by the reason, which names the line and never its value. */
  final Map<String, String> left = new LinkedHashMap<>();

  OldRules(Collection<String> lines) {
    int number = 0;
    for (String line : lines) {
      number++;
      String why = line.isBlank() || line.startsWith("#") ? "" : take(line);
      if (!why.isEmpty()) {
        left.put("redact.rules line " + number + ": " + why, line);
      }
    }
  }

  /** Returns why the line cannot be moved; "" if it can. */
  private String take(String line) {
    String value = line.substring(line.indexOf(' ') + 1).strip();
    if (line.startsWith("literal ")) {
      String why = Engine.unfit(value).orElse("");
      return why.isEmpty() && literals.add(value) ? "" : why;
    }
    if (!line.startsWith("key ")) {
      return "it is neither 'literal VALUE' nor 'key NAME'";
    }
    if (value.matches("[A-Za-z0-9_.-]{3,}")) {
      keys.add(value.toLowerCase(Locale.ROOT));
      return "";
    }
    return "a row of conf/redaction needs a name of three or more letters, digits, _ - .";
  }

  @Override
  public String toString() {
    return "literals=" + literals.size() + " keys=" + keys.size() + " left=" + left.size();
  }
}
