package innkeeper.redaction.pattern;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the names in patterns mean. */
public abstract class Vocabulary {
  /** By direction and text: many rows have the same. */
  private final Map<String, Pattern> known = new ConcurrentHashMap<>();

  /** The pattern that a name stands for, or null. */
  public abstract String pattern(String name);

  /**
   * The test of that name, {@code noun}, {@code shaped}.
   *
   * @param number of {@code shaped(8)}, else 0
   * @return null if there is none
   */
  public abstract ValueTest test(String name, int number);

  /** What the pattern with that key begins with, or null if it has to be read for that. */
  protected Pattern.Start start(String key) {
    return null;
  }

  /** All patterns that were asked for. */
  public Collection<Pattern> known() {
    return known.values();
  }

  /** Whether it is that of rows of one's own, which may not do more than a limit allows. */
  boolean counted() {
    return false;
  }

  /** The pattern that a name stands for, made of its text. */
  Pattern named(String text, boolean backward) {
    return known(text, backward);
  }

  /** The same names for rows of one's own, whose patterns may not do more than a limit allows. */
  public Vocabulary limited() {
    return new LimitedVocabulary(this);
  }

  /** The pattern of that text; made if nobody did. */
  Pattern known(String text, boolean backward) {
    return known.computeIfAbsent(
        Pattern.key(text, backward), key -> new Pattern(text, this, backward, start(key)));
  }
}
