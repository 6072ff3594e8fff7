package innkeeper.redaction.pattern;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What the names in patterns mean. */
public abstract class Vocabulary {
  /** Patterns that have names, read once. */
  private final Map<String, Node> known = new ConcurrentHashMap<>();

  /** Patterns by their text: many rows have the same. */
  private final Map<String, Pattern> patterns = new ConcurrentHashMap<>();

  /** The pattern that a name stands for, or null. */
  public abstract String pattern(String name);

  /**
   * The test of that name, {@code noun}, {@code shaped}.
   *
   * @param number of {@code shaped(8)}, else 0
   * @return null if there is none
   */
  public abstract ValueTest test(String name, int number);

  /** The pattern of that text; made if nobody did. */
  Pattern known(String text, Supplier<Pattern> made) {
    Pattern pattern = patterns.get(text);
    if (pattern == null) {
      pattern = made.get();
      patterns.put(text, pattern);
    }
    return pattern;
  }

  /** The named pattern, read; of what stands before a place, if backward. */
  Node node(String name, String text, boolean backward) {
    String key = backward ? "before " + name : name;
    Node node = known.get(key);
    if (node == null) {
      node = new PatternParser(text, this, backward).parse();
      known.put(key, node);
    }
    return node;
  }
}
