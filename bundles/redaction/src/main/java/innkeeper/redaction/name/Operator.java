package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.WordList;

/** What stands between a name and its value. */
public final class Operator {
  public enum Kind {
    NONE,
    EQUALS,
    COLON,
    XML,
    /** {@code --name value}. */
    BLANK,
    /** {@code PASSWORD 'value'}. */
    SQL,
    IS
  }

  /** As many dots lead to a value without any other sign. */
  private static final int LEADER = 6;

  private static final int BLANK_OR_QUOTE = Bytes.BLANK | Bytes.QUOTE;
  private static final String[] ENTITIES = {"&quot;", "&#34;", "&#39;", "%22"};

  private final SettingLines settings = new SettingLines();
  private final CommaOperator comma = new CommaOperator();
  private Line line;
  private byte[] b;
  private int start;
  private int end;
  private int depth;
  private byte quote;
  private boolean spaced;
  private boolean gap;
  private boolean encoded;
  private boolean bracketed;
  private String entity;

  public int end() {
    return end;
  }

  /** Backslashes before the name's quotes, -1 without. */
  public int keyDepth() {
    return depth;
  }

  public byte keyQuote() {
    return quote;
  }

  public boolean keyQuoted() {
    return quote != 0;
  }

  /** Whether blanks stand between operator and value. */
  boolean gap() {
    return gap;
  }

  boolean spaced() {
    return spaced;
  }

  /** The value is percent-encoded as the operator was. */
  public boolean encoded() {
    return encoded;
  }

  /** The entity the value is quoted with, or null. */
  public String entity() {
    return entity;
  }

  /** Whether the name is a parameter of a query string or a form. */
  public boolean parameter() {
    if (start <= line.from) {
      return false;
    }
    if (bracketed) {
      return true;
    }
    byte before = b[start - 1];
    return before == '?'
        || before == '&'
        || before == ';' && Bytes.at(b, start - 5, line.to, "&amp;")
        || Bytes.at(b, start - 6, line.to, "\\u0026")
        || before == '#' && Bytes.at(b, start, line.to, "access_token");
  }

  /** Reads on from the name's end; {@link #end()} is then the first byte of the value. */
  public Kind read(Line l, int keyStart, int keyEnd) {
    line = l;
    b = l.b;
    start = keyStart;
    depth = -1;
    quote = 0;
    spaced = false;
    gap = false;
    encoded = false;
    bracketed = false;
    entity = null;
    int i = closeKey(keyEnd);
    int j = Bytes.skipBlank(b, i, Math.min(l.to, i + 40));
    if (j >= l.to) {
      return Kind.NONE;
    }
    spaced = j > i;
    Kind kind = symbol(i, j);
    if (kind != Kind.NONE && kind != Kind.XML) {
      int from = end;
      end = Bytes.skipBlank(b, end, Math.min(l.to, end + 64));
      openEntity();
      gap = end > from;
      spaced &= gap;
    }
    return kind;
  }

  private int closeKey(int at) {
    int i = at;
    int n = 0;
    while (i + n < line.to && b[i + n] == '\\') {
      n++;
    }
    if (i + n < line.to && Bytes.is(b[i + n], Bytes.QUOTE)) {
      depth = n;
      quote = b[i + n];
      i += n + 1;
    } else if (Bytes.at(b, i, line.to, "&quot;")) {
      i += 6;
    } else if (Bytes.at(b, i, line.to, "&#34;")) {
      i += 5;
    } else if (Bytes.at(b, i, line.to, "%22")) {
      i += 3;
    } else if (Bytes.atIgnoreCase(b, i, line.to, "%5d")) {
      bracketed = true;
      i += 3;
    }
    while (i < line.to && (b[i] == ']' || b[i] == ')' && depth >= 0)) {
      i++;
    }
    return i;
  }

  private void openEntity() {
    if (end >= line.to || b[end] != '&' && b[end] != '%') {
      return;
    }
    for (String e : ENTITIES) {
      if (Bytes.at(b, end, line.to, e)) {
        entity = e;
        end += e.length();
        return;
      }
    }
  }

  private Kind symbol(int keyEnd, int at) {
    switch (b[at]) {
      case '=' -> {
        end = at + 1;
        if (end < line.to && b[end] == '=') {
          end++;
        }
        if (end < line.to && (b[end] == '>' || b[end] == '~')) {
          end++;
        }
        return Kind.EQUALS;
      }
      case ':' -> {
        return colon(at);
      }
      case '-' -> {
        end = at + 2;
        boolean member = at == keyEnd && end < line.to && !Bytes.is(b[end], BLANK_OR_QUOTE);
        return Bytes.at(b, at, line.to, "->") && !member ? Kind.EQUALS : Kind.NONE;
      }
      case '.' -> {
        int dots = Bytes.runEnd(b, at, line.to, Bytes.DOT);
        end = Bytes.skipBlank(b, dots, line.to);
        if (dots - at > 2 && Quoted.open(b, end, line.to) >= 0) {
          return Kind.COLON;
        }
        if (dots - at >= LEADER && dots < line.to && b[dots] != ':') {
          return Kind.COLON;
        }
        end++;
        return dots - at > 2 && end <= line.to && b[end - 1] == ':' ? Kind.COLON : Kind.NONE;
      }
      case ';' -> {
        return serialized(at);
      }
      case '<' -> {
        int value = XmlElement.sibling(line, start, at);
        end = Math.max(at, value);
        return value < 0 ? Kind.NONE : Kind.XML;
      }
      case '&' -> {
        entity = "&lt;";
        end = at + 4;
        return Bytes.at(b, at, line.to, "&gt;") && Bytes.at(b, start - 4, line.to, "&lt;")
            ? Kind.EQUALS
            : Kind.NONE;
      }
      case '(' -> {
        end = at + 1;
        int last = Bytes.runStart(b, start, keyEnd, Bytes.WORD);
        boolean setter =
            Bytes.atIgnoreCase(b, last, keyEnd, "set")
                || Bytes.atIgnoreCase(b, last, keyEnd, "with");
        setter &= quote == 0 && Quoted.open(b, end, line.to) >= 0;
        return setter || constructed(end) ? Kind.EQUALS : Kind.NONE;
      }
      case '>' -> {
        end = at + 1;
        boolean element = XmlElement.named(line, start);
        return (element || quote != 0) && at == keyEnd ? Kind.XML : Kind.NONE;
      }
      case '%' -> {
        encoded =
            Bytes.atIgnoreCase(b, at, line.to, "%3d") || Bytes.atIgnoreCase(b, at, line.to, "%3a");
        end = at + 3;
        return encoded ? Kind.EQUALS : spaced ? afterBlank(at) : Kind.NONE;
      }
      case '\\' -> {
        if (quote != 0 && Bytes.at(b, at, line.to, "\\r\\n\\r\\n")) {
          // A field of a form in parts.
          end = at + 8;
          return Kind.EQUALS;
        }
        end = at + 6;
        if (Bytes.atIgnoreCase(b, at, line.to, "\\u003d")) {
          return Kind.EQUALS;
        }
        return spaced ? afterBlank(at) : Kind.NONE;
      }
      case ',' -> {
        Kind kind = comma.read(line, start, quote, depth, at);
        end = comma.end();
        return kind;
      }
      default -> {
        return spaced ? afterBlank(at) : Kind.NONE;
      }
    }
  }

  /** {@code Password(x)}, as dumps of types with one member write it. */
  private boolean constructed(int at) {
    int to = Bytes.next(b, at, Math.min(line.to, at + 96), ')');
    boolean closed = to < line.to && b[to] == ')';
    if (!closed) {
      line.open(at);
    }
    return closed
        && quote == 0
        && Bytes.is(b[start], Bytes.UPPER)
        && ValueCheck.password(b, at, to)
        && Bytes.runEnd(b, at, to, Bytes.BASE64_ANY | Bytes.DOT) == to;
  }

  /** PHP: {@code s:8:"password";s:5:"value"}. */
  private Kind serialized(int at) {
    int i = at + 3;
    if (quote == 0 || !Bytes.at(b, at, line.to, ";s:")) {
      return Kind.NONE;
    }
    i = Bytes.runEnd(b, i, line.to, Bytes.DIGIT);
    end = i + 1;
    return i < line.to && b[i] == ':' ? Kind.EQUALS : Kind.NONE;
  }

  private Kind colon(int at) {
    end = at + 1;
    if (Bytes.at(b, at, line.to, ":: ") && at > start && b[at - 1] != ' ') {
      // LDIF: base64 follows.
      end++;
      return Kind.COLON;
    }
    if (end < line.to && b[end] == ':' || Bytes.at(b, at, line.to, "://")) {
      return Kind.NONE;
    }
    if (end < line.to && b[end] == '=') {
      end++;
      return Kind.EQUALS;
    }
    return Kind.COLON;
  }

  private Kind afterBlank(int at) {
    end = at;
    if (option()
        && quote == 0
        && (start == line.from
            || b[start - 1] <= ' '
            || Bytes.is(b[start - 1], Bytes.QUOTE)
            || b[start - 1] == '('
            || b[start - 1] == '[')) {
      return Kind.BLANK;
    }
    if (quote != 0) {
      boolean word = b[start] == '-' || SettingLines.redis(line, start);
      return word && Quoted.open(b, at, line.to) >= 0
          ? Kind.EQUALS
          : to(WordsBetween.attribute(line, at));
    }
    if (XmlElement.named(line, start)) {
      int close = XmlElement.opened(line, at);
      end = Math.max(at, close);
      return close < 0 ? Kind.NONE : Kind.XML;
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "is now ")) {
      end = at + 7;
      return Kind.IS;
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "is ") || Bytes.atIgnoreCase(b, at, line.to, "is: ")) {
      end = at + (b[at + 2] == ':' ? 4 : 3);
      return Kind.IS;
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "set to ")) {
      end = at + 7;
      return Kind.IS;
    }
    int hash = WordsBetween.hashWord(line, at);
    if (hash >= 0) {
      end = hash;
      return Kind.COLON;
    }
    if (settings.blank(line, start)) {
      return Kind.BLANK;
    }
    if ((b[at] == '\'' || b[at] == '"') && SettingLines.password(line, start)) {
      int close = at + 1;
      while (close < line.to && b[close] != b[at] && !Bytes.is(b[close], Bytes.BLANK)) {
        close++;
      }
      line.opens(at, close + 2);
      if (b[at] == '"' && Bytes.at(b, close, line.to, "\" \"")) {
        // What for, then the password.
        end = close + 2;
      }
      return close < line.to && b[close] == b[at] ? Kind.SQL : Kind.NONE;
    }
    return Kind.NONE;
  }

  /** A name after dashes; {@code -ppassword} is a value glued to its letter. */
  private boolean option() {
    if (b[start] != '-' || start + 2 >= line.to) {
      return false;
    }
    int name = Bytes.runEnd(b, start + 2, line.to, Bytes.TOKEN);
    return b[start + 1] == '-'
        || b[start + 1] != 'p'
        || !WordList.is(b, start + 2, name, WordList.NOUN.bit);
  }

  private Kind to(int at) {
    end = at;
    return at < 0 ? Kind.NONE : Kind.EQUALS;
  }
}
