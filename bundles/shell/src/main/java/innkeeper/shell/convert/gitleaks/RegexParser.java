package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Capture;
import innkeeper.shell.convert.gitleaks.Regex.Choice;
import innkeeper.shell.convert.gitleaks.Regex.Mark;
import innkeeper.shell.convert.gitleaks.Regex.Repeat;
import innkeeper.shell.convert.gitleaks.Regex.Run;
import innkeeper.shell.convert.gitleaks.Regex.Sequence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Reads regular expressions in the syntax of Go: https://pkg.go.dev/regexp/syntax. */
final class RegexParser {
  private final String text;
  private final int wanted;
  private int at;
  private int groups;
  private boolean anyCase;
  private boolean dotAll;

  private RegexParser(String text, int wanted) {
    this.text = text;
    this.wanted = wanted;
  }

  /**
   * @param wanted the number of the group whose text is asked for; 0 if it is the first that has
   *     one
   */
  static Regex parse(String text, int wanted) throws RegexException {
    RegexParser parser = new RegexParser(text, wanted);
    Regex regex = parser.choice();
    if (parser.at < text.length()) {
      throw parser.error("unexpected " + text.charAt(parser.at));
    }
    return regex;
  }

  private RegexException error(String why) {
    return new RegexException("its regular expression cannot be read: " + why + " at " + (at + 1));
  }

  private boolean taken(String sign) {
    boolean found = text.startsWith(sign, at);
    at += found ? sign.length() : 0;
    return found;
  }

  private Regex choice() throws RegexException {
    List<Regex> parts = new ArrayList<>();
    do {
      parts.add(sequence());
    } while (taken("|"));
    return parts.size() == 1 ? parts.get(0) : new Choice(parts);
  }

  private Regex sequence() throws RegexException {
    List<Regex> parts = new ArrayList<>();
    while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
      parts.add(repeated(atom()));
    }
    return parts.size() == 1 ? parts.get(0) : new Sequence(parts);
  }

  private Regex repeated(Regex part) throws RegexException {
    int[] counts = counts();
    if (counts == null) {
      return part;
    }
    taken("?"); // As few as possible is the same language.
    Repeat repeat = new Repeat(part, counts[0], counts[1]);
    return part instanceof Run ? Regex.summary(repeat) : repeat;
  }

  /** How often, or null if the part stands once. */
  private int[] counts() throws RegexException {
    if (taken("*")) {
      return new int[] {0, Regex.UNBOUNDED};
    }
    if (taken("+")) {
      return new int[] {1, Regex.UNBOUNDED};
    }
    if (taken("?")) {
      return new int[] {0, 1};
    }
    int end = text.indexOf('}', at);
    if (end < 0 || !text.substring(at, end + 1).matches("\\{\\d{1,4}(,\\d{0,4})?}")) {
      return null;
    }
    String[] numbers = text.substring(at + 1, end).split(",", -1);
    at = end + 1;
    int least = Integer.parseInt(numbers[0]);
    if (numbers.length == 1) {
      return new int[] {least, least};
    }
    int most = numbers[1].isEmpty() ? Regex.UNBOUNDED : Integer.parseInt(numbers[1]);
    if (most < least) {
      throw error("a repeat of " + least + " to " + most);
    }
    return new int[] {least, most};
  }

  private Regex atom() throws RegexException {
    if (taken("(")) {
      return group();
    }
    if (taken("[")) {
      return one(new RegexClass(this).read());
    }
    if (taken("^") || taken("$")) {
      return Mark.BOUNDARY;
    }
    if (taken(".")) {
      BitSet any = RegexClass.all();
      any.set('\n', dotAll);
      return one(any);
    }
    if (text.startsWith("\\", at)) {
      return escape();
    }
    if (at < text.length() && "*+?".indexOf(text.charAt(at)) >= 0) {
      throw error("nothing to repeat");
    }
    return character(next());
  }

  private Regex escape() throws RegexException {
    if (taken("\\b") || taken("\\A") || taken("\\z")) {
      return Mark.BOUNDARY;
    }
    if (taken("\\B")) {
      return new Sequence(List.of());
    }
    BitSet named = perlClass();
    return named != null ? one(named) : character(escaped());
  }

  private Regex character(int code) {
    BitSet bytes = RegexClass.of(code, anyCase);
    if (code < 0x80) {
      return new Run(bytes, 1, 1);
    }
    List<Regex> parts = new ArrayList<>();
    for (byte b : Character.toString(code).getBytes(StandardCharsets.UTF_8)) {
      BitSet single = new BitSet();
      single.set(b & 0xff);
      parts.add(new Run(single, 1, 1));
    }
    return new Sequence(parts);
  }

  /** One character of a set: up to four bytes, if the set has others than those of ASCII. */
  private static Regex one(BitSet bytes) {
    return new Run(bytes, 1, bytes.get(0x80) ? 4 : 1);
  }

  /** What stands in brackets, behind the first. */
  private Regex group() throws RegexException {
    boolean outerCase = anyCase;
    boolean outerDot = dotAll;
    boolean captures = true;
    if (text.startsWith("?=", at)
        || text.startsWith("?!", at)
        || text.startsWith("?<=", at)
        || text.startsWith("?<!", at)) {
      throw new RegexException("it looks around, which rows do not");
    }
    if (taken("?P<") || taken("?<")) {
      at = text.indexOf('>', at) + 1;
    } else if (taken("?")) {
      captures = false;
      flags();
      if (taken(")")) {
        return new Sequence(List.of());
      }
      if (!taken(":")) {
        throw error("an unknown group");
      }
    }
    groups += captures ? 1 : 0;
    boolean asked = captures && (wanted == 0 || wanted == groups);
    Regex part = choice();
    if (!taken(")")) {
      throw error("a group without an end");
    }
    anyCase = outerCase;
    dotAll = outerDot;
    return asked ? new Capture(part) : part;
  }

  /** Flags up to the sign that ends them. */
  private void flags() throws RegexException {
    boolean on = true;
    while (at < text.length() && ":)".indexOf(text.charAt(at)) < 0) {
      switch (text.charAt(at++)) {
        case '-' -> on = false;
        case 'i' -> anyCase = on;
        case 's' -> dotAll = on;
        case 'm', 'U' -> {
          // Where lines end and how much is taken do not change which bytes are.
        }
        default -> throw error("an unknown flag");
      }
    }
  }

  boolean anyCase() {
    return anyCase;
  }

  /** Over a sign of a class. */
  boolean takes(String sign) {
    return taken(sign);
  }

  /** Before the sign that was taken last. */
  void back() {
    at--;
  }

  boolean atEscape() {
    return text.startsWith("\\", at);
  }

  int next() throws RegexException {
    if (at >= text.length()) {
      throw error("an end");
    }
    int code = text.codePointAt(at);
    at += Character.charCount(code);
    return code;
  }

  /** A class that a backslash and a letter name, or null. */
  BitSet perlClass() throws RegexException {
    if (text.startsWith("\\p", at) || text.startsWith("\\P", at)) {
      throw new RegexException("it asks for classes of Unicode, which rows do not have");
    }
    if (at + 1 >= text.length() || text.charAt(at) != '\\') {
      return null;
    }
    BitSet named = RegexClass.perl(text.charAt(at + 1));
    at += named == null ? 0 : 2;
    return named;
  }

  /** The character that a backslash and what follows mean. */
  int escaped() throws RegexException {
    next();
    int code = next();
    if (code == 'x') {
      String hex =
          takes("{")
              ? text.substring(at, Math.max(at, text.indexOf('}', at)))
              : text.substring(at, Math.min(text.length(), at + 2));
      at += hex.length();
      takes("}");
      try {
        return Integer.parseInt(hex, 16);
      } catch (NumberFormatException e) {
        throw error("an escape of " + hex);
      }
    }
    int known = "tnrfva".indexOf(code);
    if (known < 0 && Character.isLetterOrDigit(code)) {
      throw error("an unknown escape");
    }
    return known < 0 ? code : "\t\n\r\f\u000b\u0007".charAt(known);
  }
}
