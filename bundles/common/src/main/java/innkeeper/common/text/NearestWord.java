package innkeeper.common.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that a person may have meant instead of an unknown one. */
public final class NearestWord {

  private static final int SHORTEST_PREFIX = 3;

  private NearestWord() {}

  /**
   * Finds the word with the smallest Damerau-Levenshtein distance (optimal string alignment),
   * without regard to case. One mistake in three characters is allowed. If no word is near, a
   * prefix of three characters or more also matches, provided that only one known word begins with
   * it.
   *
   * @param typed the unknown word
   * @param known the known words
   * @return empty if no word is near
   */
  public static Optional<String> of(String typed, Collection<String> known) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    int allowed = Math.max(1, wanted.length() / 3);
    Optional<String> near =
        known.stream()
            .filter(word -> Math.abs(word.length() - wanted.length()) <= allowed)
            .filter(word -> distance(wanted, word.toLowerCase(Locale.ROOT)) <= allowed)
            .min(
                Comparator.comparingInt(
                        (String word) -> distance(wanted, word.toLowerCase(Locale.ROOT)))
                    .thenComparing(Comparator.naturalOrder()));
    if (near.isPresent() || wanted.length() < SHORTEST_PREFIX) {
      return near.filter(word -> wanted.length() > 1);
    }
    List<String> begun =
        known.stream()
            .filter(word -> word.toLowerCase(Locale.ROOT).startsWith(wanted))
            .distinct()
            .toList();
    return begun.size() == 1 ? Optional.of(begun.get(0)) : Optional.empty();
  }

  /**
   * Returns the nearest word as the end of a message.
   *
   * @param typed the unknown word
   * @param known the known words
   * @return {@code ; did you mean status?}, or "" if no word is near
   */
  public static String hint(String typed, Collection<String> known) {
    return of(typed, known).map(word -> "; did you mean " + word + "?").orElse("");
  }

  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] now = new int[b.length() + 1];
      now[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        now[j] = Math.min(Math.min(now[j - 1], last[j]) + 1, last[j - 1] + other);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          now[j] = Math.min(now[j], before[j - 2] + 1);
        }
      }
      before = last;
      last = now;
    }
    return last[b.length()];
  }
}
