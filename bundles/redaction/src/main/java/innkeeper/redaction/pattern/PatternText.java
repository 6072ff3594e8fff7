package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The characters of a pattern, read from left to right. */
final class PatternText {
  private static final String ESCAPES = "tnrfve0";
  private static final String ESCAPED = "\t\n\r\f\u000b\u001b\0";

  private final String text;
  private int at;

  PatternText(String text) {
    this.text = text;
  }

  private PatternException error(String why) {
    return new PatternException(text, at, why);
  }

  private char here() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void blanks() {
    while (here() == ' ') {
      at++;
    }
  }

  void expectEnd() {
    blanks();
    if (at < text.length()) {
      throw error("unexpected " + here());
    }
  }

  /** How far it was read. */
  int place() {
    blanks();
    return at;
  }

  /** What was read since. */
  String from(int place) {
    return text.substring(place, at);
  }

  /** Over the sign if it stands directly here. */
  boolean follows(char sign) {
    boolean found = here() == sign;
    at += found ? 1 : 0;
    return found;
  }

  /** Over blanks and the sign, if it is the next. */
  boolean taken(char sign) {
    blanks();
    return follows(sign);
  }

  void expect(char sign) {
    if (!taken(sign)) {
      throw error("expected " + sign);
    }
  }

  /** Whether one of the signs is the next, or the end. */
  boolean atAny(String signs) {
    blanks();
    return at == text.length() || signs.indexOf(here()) >= 0;
  }

  boolean atDigit() {
    blanks();
    return Character.isDigit(here());
  }

  /** The next sign; of a name its first. */
  char next() {
    blanks();
    if (at == text.length()) {
      throw error("unexpected end");
    }
    return text.charAt(at++);
  }

  /** The name whose first letter was read. */
  String name() {
    int start = at - 1;
    while (Character.isLetterOrDigit(here()) || here() == '-') {
      at++;
    }
    return text.substring(start, at);
  }

  int number() {
    blanks();
    int start = at;
    while (Character.isDigit(here())) {
      at++;
    }
    if (at == start || at - start > 6) {
      throw error("expected a number");
    }
    return Integer.parseInt(text.substring(start, at));
  }

  int numberThen(char sign) {
    int number = number();
    expect(sign);
    return number;
  }

  <T> T known(T meaning, String kind, String name) {
    if (meaning == null) {
      throw error("no " + kind + " has the name " + name);
    }
    return meaning;
  }

  /** The text up to the quote. */
  byte[] quoted(char quote) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (!follows(quote)) {
      out.writeBytes(character());
    }
    if (out.size() == 0) {
      throw error("expected a text");
    }
    return out.toByteArray();
  }

  /** One character as bytes, a backslash and what follows it being one. */
  private byte[] character() {
    int code = here();
    if (code == 0) {
      throw error("unexpected end");
    }
    if (code == '\\') {
      at++;
      int known = ESCAPES.indexOf(here());
      if (here() == 'x') {
        int hex = Integer.parseInt(text.substring(at + 1, at + 3), 16);
        at += 3;
        return new byte[] {(byte) hex};
      }
      code = known < 0 ? here() : ESCAPED.charAt(known);
    } else {
      code = text.codePointAt(at);
    }
    at += Character.charCount(code);
    return Character.toString(code).getBytes(StandardCharsets.UTF_8);
  }

  /** What stands in square brackets. */
  ByteSet set() {
    boolean not = follows('^');
    ByteSet set = ByteSet.none();
    while (!follows(']')) {
      set = set.or(follows('{') ? members() : range());
    }
    return not ? set.not() : set;
  }

  /** A class by its name. */
  private ByteSet members() {
    next();
    String name = name();
    expect('}');
    return known(Bytes.named(name), "class of bytes", name);
  }

  private ByteSet range() {
    int first = one();
    if (here() != '-' || text.startsWith("-]", at)) {
      return ByteSet.range(first, first);
    }
    at++;
    return ByteSet.range(first, one());
  }

  private int one() {
    byte[] bytes = character();
    if (bytes.length > 1) {
      throw error("expected one byte");
    }
    return bytes[0] & 0xff;
  }
}
