package innkeeper.logging.rules;

import innkeeper.redaction.Rule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Finds what follows one name of the operator's: {@code NAME=value}, {@code "name": "value"}. */
final class KeyRule implements Rule {

  private static final byte[] MARK = "[REDACTED]".getBytes(StandardCharsets.US_ASCII);

  private final String name;
  private final byte[] lower;

  KeyRule(String name) {
    this.name = name;
    this.lower = name.toLowerCase(java.util.Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
  }

  /** Names of letters, digits, {@code _ - .}, two or more. */
  static boolean may(String name) {
    return name.length() >= 2
        && name.chars()
            .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "_-.".indexOf(c) >= 0));
  }

  @Override
  public String name() {
    return "key " + name;
  }

  @Override
  public List<int[]> find(byte[] line, int length) {
    List<int[]> found = List.of();
    for (int i = 0; i + lower.length < length; i++) {
      if (!matches(line, i) || i > 0 && word(line[i - 1])) {
        continue;
      }
      int from = value(line, i + lower.length, length);
      if (from < 0 || marked(line, from, length)) {
        continue;
      }
      int to = end(line, from, length);
      if (to > from) {
        if (found.isEmpty()) {
          found = new ArrayList<>();
        }
        found.add(new int[] {from, to});
        i = to;
      }
    }
    return found;
  }

  /** A value that has begun is found at once; before its name nothing is secret. */
  @Override
  public int open(byte[] line, int length) {
    return length;
  }

  private boolean matches(byte[] line, int at) {
    for (int j = 0; j < lower.length; j++) {
      byte b = line[at + j];
      if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lower[j]) {
        return false;
      }
    }
    return true;
  }

  private static boolean word(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9';
  }

  /**
   * Where the value begins behind quotes, blanks and one {@code =} or {@code :}; -1 if none does.
   */
  private static int value(byte[] line, int at, int length) {
    int i = skip(line, at, length, "\\\"' ");
    if (i >= length || line[i] != '=' && line[i] != ':') {
      return -1;
    }
    i = skip(line, i + 1, length, " >\\\"'");
    return i < length ? i : -1;
  }

  private static int skip(byte[] line, int at, int length, String any) {
    int i = at;
    while (i < length && any.indexOf(line[i]) >= 0) {
      i++;
    }
    return i;
  }

  private static boolean marked(byte[] line, int at, int length) {
    return length - at >= MARK.length
        && java.util.Arrays.equals(line, at, at + MARK.length, MARK, 0, MARK.length);
  }

  /** A quoted value ends at its quote, another at a blank or a separator. */
  private static int end(byte[] line, int from, int length) {
    byte before = line[from - 1];
    String ends = before == '"' || before == '\'' ? String.valueOf((char) before) : " \t,;&\"'";
    int i = from;
    while (i < length && ends.indexOf((char) (line[i] & 0xFF)) < 0) {
      i++;
    }
    return i > from && line[i - 1] == '\\' ? i - 1 : i;
  }
}
