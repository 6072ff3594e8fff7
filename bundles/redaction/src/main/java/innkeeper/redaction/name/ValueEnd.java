package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** Where values end that a notation of their own encloses. */
public final class ValueEnd {
  private static final Pattern ENCODED = Values.after("encoded-value");
  private static final Pattern SCHEME = Values.after("hash-scheme");

  /** What opens an option's or a list's member, and no shell's text. */
  private static final Pattern LISTED = Values.before("listed-variable");

  /** What ends a value of a connection string: the next name, or the string's end. */
  private static final Pattern CONNECTION_END = Values.after("connection-end");

  private static final Pattern LAST_END = Values.after("[\\\\{blank}{quote}] | $");

  private static final Pattern BYTES = Values.after("byte-list");
  private static final Pattern BYTES_BEGUN = Values.after("byte-list-begun");

  /** In braces, no member of an object. */
  private static final Pattern VALUE = Values.after("!quote [^=:]* $");

  private ValueEnd() {}

  /** Of a value in percent-encoded text: where the next parameter, line or word begins. */
  public static int encoded(Line line, int at) {
    return ENCODED.match(line, at, at);
  }

  /** Of a list of bytes that a key is printed as, or -1. */
  public static int bytes(Line line, int at) {
    line.opensAtEnd(at, BYTES_BEGUN.match(line, at));
    return BYTES.match(line, at);
  }

  /** Over {@code {SSHA}}, the name of a hash before it; else {@code at}. */
  public static int scheme(Line line, int at) {
    return Math.max(at, SCHEME.match(line, at));
  }

  /** Whether the brace encloses a value as ODBC's {@code PWD={…};} does, and no object. */
  public static boolean odbc(Line line, int key, int at) {
    byte[] b = line.b;
    int close = brace(line, at);
    if (close <= at + 1 || b[at + 1] == '{') {
      return false;
    }
    boolean goesOn = Bytes.at(b, close + 1, line.to, ";");
    if (key > line.from && b[key - 1] == ';') {
      // In the midst of a connection string: it may be its last as well.
      return goesOn || LAST_END.matches(line, close + 1);
    }
    return goesOn && VALUE.matches(b, at + 1, close);
  }

  /**
   * Where the value goes on over blanks in a connection string, {@code ;Password=two
   * words;Pooling=}, whose last part a quote ends; else {@code at}.
   */
  public static int connection(Line line, int at) {
    int i = over(line, at, "\"'\\;=<>");
    if (i == at) {
      return at;
    }
    return CONNECTION_END.matches(line, i) ? i : at;
  }

  /** A variable and its value in one pair of quotes: {@code "DB_PASSWORD=two words"}. */
  public static int variable(Line line, int start, int end, int at) {
    byte[] b = line.b;
    byte quote = b[start - 1];
    int name = Bytes.runEnd(b, start, end, Bytes.UPPER | Bytes.DIGIT | Bytes.UNDERSCORE);
    if (!Bytes.is(quote, Bytes.QUOTE)
        || name < end
        || at < line.to && b[at] != ' '
        || !LISTED.matches(line, start - 1 - Bytes.backslashesBefore(b, line.from, start - 1))) {
      return at;
    }
    int i = over(line, at, "\"'\\=<>");
    return i > at && (b[i] == quote || quote == '"' && b[i] == '\\') ? i : at;
  }

  /** Over further words, to one of the signs; {@code at} when none stands near. */
  private static int over(Line line, int at, String signs) {
    byte[] b = line.b;
    int bound = Math.min(line.to, at + 96);
    int i = at;
    while (i < bound && b[i] >= ' ' && signs.indexOf(b[i]) < 0) {
      i++;
    }
    line.opensAtEnd(at, i);
    return i < bound ? i : at;
  }

  /** The brace that closes the one at {@code at}; two stand for one of the value's own. */
  public static int brace(Line line, int at) {
    byte[] b = line.b;
    int bound = Math.min(line.to, at + 256);
    int close = Bytes.indexOf(b, at, bound, '}');
    while (close >= 0 && close + 1 < bound && b[close + 1] == '}') {
      close = Bytes.indexOf(b, close + 2, bound, '}');
    }
    return close;
  }
}
