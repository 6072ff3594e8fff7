package innkeeper.redaction;

/** What stands between a name and its value. */
final class Operator {
  enum Kind {
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

  private static final String[] ENTITIES = {"&quot;", "&#34;", "&#39;", "%22"};

  private Line line;
  private byte[] b;
  private int start;
  private int end;
  private int depth;
  private byte quote;
  private boolean spaced;
  private boolean gap;
  private boolean encoded;
  private String entity;

  int end() {
    return end;
  }

  /** Backslashes before the name's quotes, -1 without. */
  int keyDepth() {
    return depth;
  }

  byte keyQuote() {
    return quote;
  }

  boolean keyQuoted() {
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
  boolean encoded() {
    return encoded;
  }

  /** The entity the value is quoted with, or null. */
  String entity() {
    return entity;
  }

  /** Whether the name is a parameter of a query string or a form. */
  boolean parameter() {
    if (start <= line.from) {
      return false;
    }
    byte before = b[start - 1];
    return before == '?'
        || before == '&'
        || before == ';' && Bytes.at(b, start - 5, line.to, "&amp;")
        || Bytes.at(b, start - 6, line.to, "\\u0026")
        || before == '#' && Bytes.at(b, start, line.to, "access_token");
  }

  /** Reads on from the name's end; {@link #end()} is then the first byte of the value. */
  Kind read(Line l, int keyStart, int keyEnd) {
    line = l;
    b = l.b;
    start = keyStart;
    depth = -1;
    quote = 0;
    spaced = false;
    gap = false;
    encoded = false;
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
        return Bytes.at(b, at, line.to, "->") ? Kind.EQUALS : Kind.NONE;
      }
      case '>' -> {
        end = at + 1;
        boolean element = tag();
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
        return comma(at);
      }
      default -> {
        return spaced ? afterBlank(at) : Kind.NONE;
      }
    }
  }

  /** Whether the name opens an element, in a name space or not. */
  private boolean tag() {
    int i = Bytes.runStart(b, Math.max(line.from, start - 64), start, Bytes.TOKEN | Bytes.DOT);
    if (i > line.from && b[i - 1] == ':') {
      i = Bytes.runStart(b, Math.max(line.from, i - 65), i - 1, Bytes.TOKEN | Bytes.DOT);
    }
    return i > line.from && b[i - 1] == '<';
  }

  private Kind colon(int at) {
    end = at + 1;
    if (end < line.to && b[end] == ':' || Bytes.at(b, at, line.to, "://")) {
      return Kind.NONE;
    }
    if (end < line.to && b[end] == '=') {
      end++;
      return Kind.EQUALS;
    }
    return Kind.COLON;
  }

  /** {@code ("name", "value")}, {@code "--name","value"}, {@code "name":"X","value":"y"}. */
  private Kind comma(int at) {
    int next = Bytes.skipBlank(b, at + 1, line.to);
    if (quote == 0) {
      end = next + 6;
      boolean pair =
          Bytes.at(b, next, line.to, "value:") && Bytes.at(b, start - 6, line.to, "name: ");
      return pair ? Kind.COLON : Kind.NONE;
    }
    int q = next;
    while (q < line.to && b[q] == '\\') {
      q++;
    }
    if (q >= line.to || !Bytes.is(b[q], Bytes.QUOTE)) {
      return Kind.NONE;
    }
    if (Bytes.atIgnoreCase(b, q + 1, line.to, "value")) {
      int i = Bytes.runEnd(b, q + 6, line.to, Bytes.QUOTE);
      while (i < line.to && (b[i] == '\\' || Bytes.is(b[i], Bytes.QUOTE | Bytes.BLANK))) {
        i++;
      }
      if (i < line.to && b[i] == ':') {
        end = i + 1;
        return Kind.COLON;
      }
    }
    int before = start - 2 - depth;
    boolean tuple = before >= line.from && (b[before] == '(' || b[before] == '[');
    end = next;
    return b[start] == '-' || tuple ? Kind.EQUALS : Kind.NONE;
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
      return attribute(at);
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "is ") || Bytes.atIgnoreCase(b, at, line.to, "is: ")) {
      end = at + (b[at + 2] == ':' ? 4 : 3);
      return Kind.IS;
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "set to ")) {
      end = at + 7;
      return Kind.IS;
    }
    if (hashWord(at)) {
      return Kind.COLON;
    }
    if (redisOption() || netrc() || dockerfile()) {
      return Kind.BLANK;
    }
    if (b[at] == '\'' && password() || b[at] == '"' && password()) {
      int close = at + 1;
      while (close < line.to && b[close] != b[at] && !Bytes.is(b[close], Bytes.BLANK)) {
        close++;
      }
      return close < line.to && b[close] == b[at] ? Kind.SQL : Kind.NONE;
    }
    return Kind.NONE;
  }

  /** {@code password hash: x}. */
  private boolean hashWord(int at) {
    int word = Bytes.runEnd(b, at, Math.min(line.to, at + 8), Bytes.ALPHA);
    if (word == at || word >= line.to || b[word] != ':' && b[word] != '=') {
      return false;
    }
    end = word + 1;
    return Bytes.atIgnoreCase(b, at, word, "hash")
        || Bytes.atIgnoreCase(b, at, word, "value")
        || Bytes.atIgnoreCase(b, at, word, "digest");
  }

  /** A name after dashes; {@code -ppassword} is a value glued to its letter. */
  private boolean option() {
    if (b[start] != '-' || start + 2 >= line.to) {
      return false;
    }
    int name = Bytes.runEnd(b, start + 2, line.to, Bytes.TOKEN);
    return b[start + 1] == '-' || b[start + 1] != 'p' || !Words.is(b, start + 2, name, Words.NOUN);
  }

  private boolean password() {
    return Bytes.atIgnoreCase(b, start, line.to, "password ");
  }

  /** {@code ENV NAME value}, as the first words or after a step's number. */
  private boolean dockerfile() {
    int env = start - 4;
    return env >= line.from
        && Bytes.at(b, env, line.to, "ENV ")
        && (env == line.from
            || Bytes.is(b[env - 1], Bytes.QUOTE)
            || env - 2 >= line.from && b[env - 1] == ' ' && b[env - 2] != ',');
  }

  private boolean redisOption() {
    return Bytes.atIgnoreCase(b, start, line.to, "requirepass ")
        || Bytes.atIgnoreCase(b, start, line.to, "masterauth ");
  }

  /** {@code machine h login u password p}. */
  private boolean netrc() {
    if (!password()) {
      return false;
    }
    int floor = Math.max(line.from, start - 256);
    int first = Bytes.skipBlank(b, line.from, line.to);
    return start == first && floor == line.from && lonePair()
        || Bytes.indexOfIgnoreCase(b, floor, start, "login ") >= 0
            && (Bytes.indexOfIgnoreCase(b, floor, start, "machine ") >= 0
                || Bytes.indexOfIgnoreCase(b, floor, start, "default ") >= 0);
  }

  /** A line of exactly two words. */
  private boolean lonePair() {
    int word = Bytes.skipBlank(b, start + 9, line.to);
    int i = word;
    while (i < line.to && !Bytes.is(b[i], Bytes.BLANK)) {
      i++;
    }
    return i > word && i == line.to && first(word) && Judge.shaped(b, word, i, 4);
  }

  private boolean first(int word) {
    return Bytes.is(b[word], Bytes.ALNUM);
  }

  /** {@code <add key="password" value="x"/>}. */
  private Kind attribute(int at) {
    if (!Bytes.atIgnoreCase(b, at, line.to, "value")) {
      return Kind.NONE;
    }
    int i = Bytes.skipBlank(b, at + 5, line.to);
    if (i >= line.to || b[i] != '=') {
      return Kind.NONE;
    }
    end = i + 1;
    return Kind.EQUALS;
  }
}
