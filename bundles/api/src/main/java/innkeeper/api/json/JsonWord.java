package innkeeper.api.json;

import java.util.Locale;

/** An enum constant whose JSON form differs from its name. */
public interface JsonWord {

  /**
   * Returns the constant's form in JSON.
   *
   * @return one word; by default the name in lower case, with {@code -} in place of {@code _}
   */
  default String word() {
    return ((Enum<?>) this).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
