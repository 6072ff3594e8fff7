package innkeeper.logging.reading.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import innkeeper.logging.file.Lines;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.MatchResult;

/** Matches lines that contain a pattern, in time linear in their length. */
final class PatternMatcher implements LineMatcher {

  private static final java.util.regex.Pattern REPEAT =
      java.util.regex.Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?\\}");

  /**
   * The maximum product of all counts, because nested counts multiply, and the memory of a pattern
   * with them.
   */
  private static final double MOST_REPEATS = 1000;

  private static final String SPECIAL = "\\^$.|?*+()[]{}";

  private final Pattern pattern;
  private final Optional<TextMatcher> needed;

  private PatternMatcher(Pattern pattern, Optional<TextMatcher> needed) {
    this.pattern = pattern;
    this.needed = needed;
  }

  /**
   * Compiles a pattern.
   *
   * @throws IllegalArgumentException if the text is not a pattern, or the pattern is too large
   */
  static PatternMatcher of(String text) {
    double repeats =
        REPEAT.matcher(text).results().mapToDouble(PatternMatcher::most).reduce(1, (a, b) -> a * b);
    if (repeats > MOST_REPEATS) {
      throw new IllegalArgumentException(
          "the pattern \""
              + text
              + "\" repeats too often: its counts in braces multiply to more than 1000");
    }
    try {
      byte[] needed = needed(text).getBytes(StandardCharsets.UTF_8);
      return new PatternMatcher(
          Pattern.compile(text),
          needed.length < 2 ? Optional.empty() : Optional.of(new TextMatcher(needed)));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the pattern \"" + text + "\" cannot be read: " + e.getMessage(), e);
    }
  }

  private static double most(MatchResult repeat) {
    String most = repeat.group(2);
    String count = most == null || most.isEmpty() ? repeat.group(1) : most;
    return Math.max(1, Double.parseDouble(count));
  }

  /**
   * Returns the longest text that every matching line contains, as far as a simple analysis finds
   * it.
   */
  static String needed(String pattern) {
    if (pattern.contains("(?") || pattern.contains("\\Q")) {
      return "";
    }
    String longest = "";
    StringBuilder run = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean plain = SPECIAL.indexOf(c) < 0;
      if (c == '|' && depth == 0) {
        return "";
      }
      if (depth == 0 && plain && !Character.isSurrogate(c)) {
        run.append(c);
        continue;
      }
      if ((c == '*' || c == '?' || c == '{') && !run.isEmpty()) {
        run.setLength(run.length() - 1);
      }
      longest = run.length() > longest.length() ? run.toString() : longest;
      run.setLength(0);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      i = c == '[' || c == '{' ? closing(pattern, i) : c == '\\' ? escaped(pattern, i) : i;
    }
    return run.length() > longest.length() ? run.toString() : longest;
  }

  /** Returns the end of a class or a count. */
  private static int closing(String pattern, int open) {
    char end = pattern.charAt(open) == '[' ? ']' : '}';
    int i = open + 1;
    boolean first = true;
    while (i < pattern.length() && (pattern.charAt(i) != end || first && end == ']')) {
      first = first && pattern.charAt(i) == '^';
      i += pattern.charAt(i) == '\\' ? 2 : pattern.startsWith("[:", i) ? named(pattern, i) : 1;
    }
    return i;
  }

  private static int named(String pattern, int at) {
    int end = pattern.indexOf(":]", at);
    return end < 0 ? 2 : end + 2 - at;
  }

  /** Returns the end of an escape sequence, including its argument. */
  private static int escaped(String pattern, int at) {
    String rest = pattern.substring(Math.min(at + 1, pattern.length()));
    if (rest.startsWith("p{") || rest.startsWith("P{") || rest.startsWith("x{")) {
      int end = rest.indexOf('}');
      return at + 1 + (end < 0 ? rest.length() : end);
    }
    return rest.startsWith("x")
        ? at + 3
        : rest.startsWith("p") || rest.startsWith("P") ? at + 2 : at + 1;
  }

  @Override
  public int find(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int begin = at;
      if (needed.isPresent()) {
        int hit = needed.get().find(bytes, at, to);
        if (hit < 0) {
          return -1;
        }
        begin = Lines.afterLast(bytes, at, hit);
      }
      int next = Lines.afterFirst(bytes, begin, to);
      Matcher matcher =
          pattern.matcher(Arrays.copyOfRange(bytes, begin, trimmed(bytes, begin, next)));
      if (matcher.find()) {
        return begin;
      }
      at = next;
    }
    return -1;
  }

  /** Returns the end of a line without its line end. */
  private static int trimmed(byte[] bytes, int from, int next) {
    int end = next > from && bytes[next - 1] == '\n' ? next - 1 : next;
    return end > from && bytes[end - 1] == '\r' ? end - 1 : end;
  }
}
