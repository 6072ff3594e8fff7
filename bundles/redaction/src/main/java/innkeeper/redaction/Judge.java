package innkeeper.redaction;

/**
 * Tells a secret from what only stands in its place: nothing, a mask, a template, a path, prose.
 */
final class Judge {
  private static final String[] ROOTS = {
    "/run/",
    "/etc/",
    "/home/",
    "/var/",
    "/usr/",
    "/opt/",
    "/tmp/",
    "/root",
    "/app/",
    "/srv/",
    "/mnt/",
    "/dev/",
    "/proc/",
    "/data/",
    "/secrets/",
    "/vault/",
    "/config/",
    "/Users/",
    "/lib/",
    "~/",
    "./",
    "../",
    "file:",
    "env:",
    "http://",
    "https://",
    "arn:",
    "vault:",
    "op://",
    "ref+",
    "sm://",
    "projects/",
    "awssm://",
    "gcpsm://",
    "kms://",
    "ssm://",
    "secretsmanager:",
    "secret/data/"
  };

  private static final boolean[] ROOT_STARTS = new boolean[256];

  static {
    for (String root : ROOTS) {
      ROOT_STARTS[root.charAt(0)] = true;
    }
  }

  private Judge() {}

  /** Whether the value is none at all, whatever the name. */
  static boolean placeholder(byte[] b, int from, int to) {
    int n = to - from;
    if (n == 0 || b[from] == '[' && bracketed(b, from, to)) {
      return true;
    }
    if (n == Mark.PLAIN.length && Mark.at(b, from, to) || Masked.is(b, from, to)) {
      return true;
    }
    int end = trimmed(b, from, to);
    if ("*[<(".indexOf(b[from]) >= 0 && (Masked.word(b, from, to) || Masked.word(b, from, end))) {
      return true;
    }
    if (Words.is(b, from, end, Words.NO_VALUE) && n < 12) {
      return true;
    }
    return template(b, from, to, end) || path(b, from, end) || sample(b, from, end);
  }

  /** {@code your-api-key-here}, {@code YOUR_TOKEN}, and what Ansible says instead of a secret. */
  private static boolean sample(byte[] b, int from, int to) {
    return to - from > 7
            && (b[from] | 0x20) == 'y'
            && Bytes.atIgnoreCase(b, from, to, "your")
            && (b[from + 4] == '-' || b[from + 4] == '_')
            && Bytes.runEnd(b, from, to, Bytes.ALPHA | Bytes.DASH | Bytes.UNDERSCORE) == to
        || b[from] == 'V' && Bytes.at(b, from, to, "VALUE_SPECIFIED_IN_NO_LOG_PARAMETER");
  }

  /** End without the punctuation that closes a sentence or a list. */
  static int trimmed(byte[] b, int from, int to) {
    int end = to;
    while (end > from + 1 && ".,;:!?)]}".indexOf(b[end - 1]) >= 0) {
      end--;
    }
    return end;
  }

  /** {@code [FILTERED]}, {@code <hidden>}, {@code (none)}. */
  private static boolean bracketed(byte[] b, int from, int to) {
    int end = Bytes.runEnd(b, from + 1, to, Bytes.UPPER | Bytes.UNDERSCORE | Bytes.BLANK);
    return end > from + 1 && end < to && b[end] == ']' && end + 1 >= trimmed(b, from, to);
  }

  private static boolean template(byte[] b, int from, int end, int to) {
    int n = to - from;
    byte c = b[from];
    byte d = n > 1 ? b[from + 1] : 0;
    switch (c) {
      case '$' -> {
        return d == '{' && (variable(b, from, end) || n > 2 && b[from + 2] == '{')
            || d == '('
            || d == '$'
            || n <= 3 && n > 1 && Bytes.runEnd(b, from + 1, to, Bytes.DIGIT) == to
            || n > 2
                && Bytes.runEnd(b, from + 1, to, Bytes.UPPER | Bytes.UNDERSCORE | Bytes.DIGIT) == to
                && Bytes.is(d, Bytes.UPPER | Bytes.UNDERSCORE);
      }
      case '{' -> {
        return d == '{'
            || n <= 3
            || !Bytes.is(d, Bytes.QUOTE) && Bytes.indexOf(b, from, end, '}') == end - 1 && n < 24;
      }
      case '&' -> {
        // A type.
        return Words.is(b, from + 1, to, Words.NO_VALUE);
      }
      case '#' -> {
        return d == '{';
      }
      case '<' -> {
        return d == '%' || b[to - 1] == '>' || Bytes.indexOf(b, from, to, '>') == to - 1;
      }
      case '%' -> {
        return n == 2 && Bytes.is(d, Bytes.ALPHA)
            || d == '('
            || n > 3 && b[to - 1] == '%' && Bytes.runEnd(b, from + 1, to, Bytes.WORD) == to - 1;
      }
      case '?' -> {
        // Alone a statement's parameter; behind ${NAME: what a shell says when there is none.
        return n == 1 || from > 1 && b[from - 1] == ':' && named(b, from - 1);
      }
      case '@', ':' -> {
        // A parameter of a statement.
        return Words.is(b, from + 1, to, Words.NOUN)
            || d == 'p' && Bytes.runEnd(b, from + 2, to, Bytes.DIGIT) == to && n > 2;
      }
      case '!' -> {
        return Words.is(b, from + 1, to, Words.TAG);
      }
      case '(' -> {
        return Words.is(b, from + 1, to, Words.NO_VALUE)
            || Words.is(b, from + 1, to - 1, Words.NO_VALUE);
      }
      default -> {
        return false;
      }
    }
  }

  /** {@code ${DB_PASSWORD}}, {@code ${DB_PASSWORD:?must be set}}, cut at its first blank. */
  private static boolean variable(byte[] b, int from, int to) {
    int colon = Bytes.runEnd(b, from + 2, to, Bytes.UPPER | Bytes.UNDERSCORE | Bytes.DIGIT);
    boolean message = colon > from + 2 && Bytes.at(b, colon, to, ":?");
    return message || Bytes.indexOf(b, from, to, '}') > 0 && !fallback(b, from, to);
  }

  /** Whether <code>${NAME</code> ends here. */
  private static boolean named(byte[] b, int end) {
    int name = Bytes.runStart(b, 0, end, Bytes.UPPER | Bytes.UNDERSCORE | Bytes.DIGIT);
    return name > 1 && name < end && b[name - 1] == '{' && b[name - 2] == '$';
  }

  /** {@code ${DB_PASSWORD:hunter2}}, {@code ${DB_PASSWORD:-hunter2}}: what stands there counts. */
  private static boolean fallback(byte[] b, int from, int to) {
    int name = from + 2;
    int colon = Bytes.runEnd(b, name, to, Bytes.UPPER | Bytes.UNDERSCORE | Bytes.DIGIT);
    if (colon == name || colon + 1 >= to || b[colon] != ':') {
      return false;
    }
    int value = b[colon + 1] == '-' || b[colon + 1] == '=' ? colon + 2 : colon + 1;
    int close = Bytes.indexOf(b, value, to, '}');
    return close > value
        && "?+$#{<".indexOf(b[value]) < 0
        && Bytes.runEnd(b, value, close, Bytes.DIGIT) < close
        && !placeholder(b, value, close)
        && !Words.is(b, value, close, Words.PROSE);
  }

  private static boolean path(byte[] b, int from, int to) {
    byte c = b[from];
    if (c == '/' && to - from == 1) {
      return true;
    }
    if (!ROOT_STARTS[c & 0xff]) {
      return drive(b, from, to);
    }
    for (String root : ROOTS) {
      int n = root.length();
      boolean bare = c == '/' && to - from == n - 1 && root.startsWith("/", n - 1);
      if (root.charAt(0) == c
          && (bare ? Bytes.at(root, b, from, to) : Bytes.at(b, from, to, root))) {
        return true;
      }
    }
    if (c == '/' && to - from > 3) {
      return plainPath(b, from, to);
    }
    return drive(b, from, to);
  }

  private static boolean drive(byte[] b, int from, int to) {
    return to - from > 3
        && b[from + 1] == ':'
        && b[from + 2] == '\\'
        && Bytes.is(b[from], Bytes.ALPHA);
  }

  /** Segments of lower-case words: no base64 looks like that for long. */
  private static boolean plainPath(byte[] b, int from, int to) {
    int slashes = 0;
    for (int i = from; i < to; i++) {
      if (b[i] == '/') {
        slashes++;
      } else if (!Bytes.is(b[i], Bytes.LOWER | Bytes.DASH | Bytes.UNDERSCORE | Bytes.DOT)) {
        return false;
      }
    }
    return slashes > 1;
  }

  /** A word of prose, as after {@code password:}. */
  static boolean prose(byte[] b, int from, int to) {
    int end = trimmed(b, from, to);
    if (Words.is(b, from, end, Words.PROSE)) {
      return true;
    }
    int n = end - from;
    return n >= 5
        && (b[end - 2] == 'e' && b[end - 1] == 'd'
            || b[end - 3] == 'i' && b[end - 2] == 'n' && b[end - 1] == 'g')
        && Bytes.runEnd(b, from, end, Bytes.LOWER) == end;
  }

  /** Several words that make a sentence about a secret: two of the first four are prose. */
  static boolean sentence(byte[] b, int from, int to) {
    int found = 0;
    int at = from;
    for (int word = 0; word < 4 && at < to; word++) {
      int end = at;
      while (end < to && b[end] != ' ') {
        end++;
      }
      if (prose(b, at, end) || Words.is(b, at, trimmed(b, at, end), Words.NOUN | Words.NO_VALUE)) {
        found++;
      }
      at = Bytes.skipBlank(b, end, to);
    }
    return found >= 2;
  }

  /** A reference in code: {@code config.password}, {@code os.environ["X"]}, {@code a.b.C@1f}. */
  static boolean code(byte[] b, int from, int to, boolean spaced) {
    int end = Bytes.runEnd(b, from, to, Bytes.WORD | Bytes.DOT);
    if (end == from || !Bytes.is(b[from], Bytes.ALPHA | Bytes.UNDERSCORE)) {
      return false;
    }
    int dot = Bytes.indexOf(b, from, end, '.');
    int head = dot < 0 ? end : dot;
    boolean root = Words.is(b, from, head, Words.CODE_ROOT);
    byte next = end < to ? b[end] : 0;
    if (root && (dot > 0 && dot + 1 < end || next == '(' || next == '[')) {
      return true;
    }
    if (next == '(' && (spaced || dot > 0) && Bytes.indexOf(b, end, to, ')') >= 0) {
      return true;
    }
    boolean call = next == '(' && spaced;
    return call && (end + 1 == to || Bytes.is(b[end + 1], Bytes.QUOTE))
        || object(b, end, to)
        || dotted(b, from, to);
  }

  /** {@code User{name='x'}, {@code {}; not {@code x{12}}. */
  private static boolean object(byte[] b, int at, int to) {
    if (at >= to || b[at] != '{') {
      return false;
    }
    int close = Bytes.indexOf(b, at, to, '}');
    return close < 0 || close == at + 1 || Bytes.indexOf(b, at, close, '=') > 0;
  }

  /** Three or more dotted words, maybe with an identity: a class, not a secret. */
  private static boolean dotted(byte[] b, int from, int to) {
    int dots = 0;
    int i = from;
    while (i < to) {
      int end = Bytes.runEnd(b, i, to, Bytes.ALPHA | Bytes.UNDERSCORE);
      if (end == i) {
        return false;
      }
      i = end;
      if (i < to && b[i] == '.') {
        dots++;
        i++;
      } else {
        break;
      }
    }
    boolean tail = i == to || "@/(:{$,;".indexOf(b[i]) >= 0;
    int root = Bytes.runEnd(b, from, to, Bytes.LOWER);
    boolean known = dots >= 2 && Words.is(b, from, root, Words.PACKAGE_ROOT);
    boolean identity =
        i < to && b[i] == '@' && i + 1 < to && Bytes.runEnd(b, i + 1, to, Bytes.HEX) == to;
    return tail && (known || identity);
  }

  static boolean digits(byte[] b, int from, int to) {
    int i = from < to && b[from] == '-' ? from + 1 : from;
    return i < to && Bytes.runEnd(b, i, to, Bytes.DIGIT | Bytes.DOT) == to;
  }

  /** Eight or more bytes of more than one kind: what a name alone does not prove. */
  static boolean shaped(byte[] b, int from, int to, int min) {
    if (to - from < min) {
      return false;
    }
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    boolean mixed = (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
    boolean cases = (seen & Bytes.LOWER) != 0 && (seen & Bytes.UPPER) != 0 && b[to - 1] == '=';
    return mixed || cases;
  }
}
