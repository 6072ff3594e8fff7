package innkeeper.logging.rules;

import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of an operator's table that hides what {@code key NAME} of redact.rules hid: what follows
 * {@code NAME=}, {@code "NAME": "} and the like, to the closing quote, a blank or a separator.
 */
final class KeyRow {

  static final String COLUMNS = "id\tfind\tstart\tafter\n";

  /**
   * Rows leave placeholders such as null and /etc/x visible, and key did not. So the value is
   * hidden in two parts, its first letter L with the signs S before it, and the other bytes B:
   * hardly any part is a placeholder. The engine then joins the marks. The letter z alone is a
   * placeholder. E are the bytes that end the value.
   */
  private static final String VALUE =
      "((«<(S)* L: !placeholder>» | (S)* «L») «(B)*» | «(B)+»)"
          .replace("L", "([zZ]* (S)* [0-9A-Ya-y\\x80-\\xff] | [zZ]+ (S)*)")
          .replace("S", "![{alnum}\\x80-\\xff] B")
          .replace("B", "!(\"\\\\\" ([E] | $)) [^E]");

  private static final String AFTER =
      "[\\\\\"' ]* [=:] [ >\\\\\"']* (before('\"') %s | before(\"'\") %s | !before([\"']) %s)"
          .formatted(
              VALUE.replace("E", "\""), VALUE.replace("E", "'"), VALUE.replace("E", " \\t,;&\"'"));

  private KeyRow() {}

  /**
   * Returns the table with a further row for each name for which it has no row.
   *
   * @param prefix the ids are this, a dot and a number
   */
  static String added(String table, String prefix, Collection<String> names) {
    StringBuilder all = new StringBuilder(table.endsWith("\n") ? table : table + "\n");
    int number = 1;
    for (String name : names) {
      String cells = cells(name);
      while (all.indexOf("\n" + prefix + "." + number + "\t") >= 0) {
        number++;
      }
      if (all.indexOf("\t" + cells + "\n") < 0) {
        all.append(prefix).append('.').append(number).append('\t').append(cells).append('\n');
      }
    }
    return all.toString();
  }

  /**
   * Returns the cells of a name's row. The text that a row searches has at least four bytes, so a
   * name of three letters is searched with the sign behind it.
   */
  private static String cells(String name) {
    if (name.length() > 3) {
      return "'" + name + "'\t\t" + AFTER;
    }
    String texts =
        Stream.of("=", ":", " ", "\"", "\\'", "\\\\")
            .map(sign -> "'" + name + sign + "'")
            .collect(Collectors.joining(" | "));
    return texts + "\t3\t" + AFTER;
  }
}
