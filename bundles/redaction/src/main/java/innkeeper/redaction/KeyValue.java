package innkeeper.redaction;

import innkeeper.redaction.KeyName.Kind;

/** A name that promises a secret, an operator, a value: in every notation logs know. */
final class KeyValue {
  private static final int IDENTIFIER = Bytes.WORD | Bytes.DASH | Bytes.DOT;
  private static final int MAX_NAME = 96;
  private static final int JUDGED = 160;

  private final KeyName names = new KeyName();
  private final Operator operator = new Operator();
  private final Value value = new Value();
  private final Verdict verdict = new Verdict(names, operator, value);
  private final HeaderValue headers = new HeaderValue(value);
  private final Prose prose = new Prose(names);
  private final NextLine next;
  private Line line;
  private byte[] b;
  private int start;
  private int end;
  private Kind kind;

  KeyValue(NextLine next) {
    this.next = next;
  }

  /** To be told of each new line. */
  void forget() {
    value.forget();
  }

  /** Looks at the name around {@code at}; returns where to go on. */
  int verify(Line l, int at) {
    line = l;
    b = l.b;
    if (!bounds(at) || start > l.from && Bytes.at(b, start - 5, l.to, "/etc/passwd")) {
      return at + 1;
    }
    if (identifiedBy()) {
      return at + 1;
    }
    kind = names.classify(b, start, end);
    if (kind == Kind.NONE) {
      return at + 1;
    }
    Operator.Kind op = operator.read(l, start, end);
    if (op == Operator.Kind.NONE) {
      if (member()) {
        next.member();
      }
      if (operator.keyQuoted()) {
        return monitor() ? end : at + 1;
      }
      int found = l.spans.size();
      int after = prose.verify(l, kind, start, end);
      return l.spans.size() > found ? after : at + 1;
    }
    if (!fits(op)) {
      return at + 1;
    }
    int i = Bytes.skipBlank(b, operator.end(), l.to);
    if (i >= l.to) {
      l.open(l.to);
      if ((kind == Kind.SECRET || kind == Kind.PASS) && op != Operator.Kind.BLANK) {
        expect(op);
      }
      return end;
    }
    if (op == Operator.Kind.COLON && (b[i] == '|' || b[i] == '>')) {
      int sign = block(i);
      if (sign == l.to) {
        l.open(i);
        next.block(l, column());
        return end;
      }
      if (sign > i) {
        return Math.max(end, Escaped.block(l, start, sign));
      }
    }
    boolean header = kind == Kind.AUTHORIZATION || kind == Kind.COOKIE || kind == Kind.SET_COOKIE;
    return header ? headers.redact(l, kind, op, start, end, i) : plain(op, i);
  }

  /** Redis shows its commands: {@code "AUTH" "user" "x"}. */
  private boolean monitor() {
    if (end - start != 4 || !Bytes.atIgnoreCase(b, start, end, "auth")) {
      return false;
    }
    int at = Bytes.skipBlank(b, Quoted.after(b, end, line.to), line.to);
    int quote = Quoted.open(b, at, line.to);
    int found = line.spans.size();
    if (quote >= 0) {
      Protocol.lastString(line, at, quote);
    }
    return line.spans.size() > found;
  }

  /** Whether the name is itself a value, {@code name: DB_PASSWORD}, at the line's end. */
  private boolean member() {
    int last = Bytes.skipBlank(b, end, line.to);
    boolean quoted = last < line.to && Bytes.is(b[last], Bytes.QUOTE);
    int first = quoted ? start - 1 : start;
    return (quoted ? last + 1 : last) >= line.to
        && Bytes.at(b, Math.max(line.from, first - 6), line.to, "name: ");
  }

  /** YAML's sign for a block, and nothing else. */
  private int block(int at) {
    int i = at + 1;
    while (i < line.to && (b[i] == '-' || b[i] == '+' || Bytes.is(b[i], Bytes.DIGIT))) {
      i++;
    }
    int last = Bytes.skipBlank(b, i, line.to);
    boolean ends = last == line.to || Escaped.lineEnd(b, last, line.to) > 0;
    return ends && kind != Kind.QUERY && kind != Kind.CODE ? last : at;
  }

  /** What stands on the next line: a dump's value, a list's or a mapping's, a word alone. */
  private void expect(Operator.Kind op) {
    if (op == Operator.Kind.EQUALS) {
      next.dump();
    } else if (column() == start) {
      next.scalar(line, start);
    } else {
      next.lone();
    }
  }

  /** Where the name stands if nothing but a list's dash stands before it, else the line's start. */
  private int column() {
    int first = Bytes.skipBlank(b, line.from, line.to);
    boolean quoted = first + 1 == start && Bytes.is(b[first], Bytes.QUOTE);
    return quoted || first == start || first + 2 == start && b[first] == '-' ? start : line.from;
  }

  /** The whole name; nothing of an escape, a percent code or a terminal sequence is in it. */
  private boolean bounds(int at) {
    int floor = Math.max(line.from, at - MAX_NAME);
    start = Bytes.runStart(b, floor, at, IDENTIFIER);
    end = Bytes.runEnd(b, at, Math.min(line.to, at + MAX_NAME), IDENTIFIER);
    if (start == floor && floor > line.from || end - start > MAX_NAME) {
      return false;
    }
    if (start > line.from) {
      byte before = b[start - 1];
      byte first = b[start];
      if (before == '[' && Bytes.is(first, Bytes.DIGIT)) {
        int colour = Bytes.runEnd(b, start, at, Bytes.DIGIT);
        start = colour < at && b[colour] == 'm' ? colour + 1 : start;
      }
      if (before == '\\') {
        if (first == 'u' && end - start > 5) {
          start += 5;
        } else if (first == 'n' || first == 't' || first == 'r') {
          start++;
        }
      } else if (before == '%' && end - start > 2 && Bytes.is(first, Bytes.HEX)) {
        start += 2;
      }
    }
    while (end > at && (b[end - 1] == '.' || b[end - 1] == '-')) {
      end--;
    }
    return start <= at && at < end;
  }

  /** SQL: {@code IDENTIFIED BY 'x'}. */
  private boolean identifiedBy() {
    if (!Bytes.atIgnoreCase(b, start, end, "identified") || end - start != 10) {
      return false;
    }
    int i = Bytes.skipBlank(b, end, line.to);
    if (Bytes.atIgnoreCase(b, i, line.to, "with ")) {
      i = Bytes.skipBlank(b, Bytes.runEnd(b, i + 5, line.to, Bytes.WORD), line.to);
    }
    if (!Bytes.atIgnoreCase(b, i, line.to, "by ")) {
      return true;
    }
    i = Bytes.skipBlank(b, i + 3, line.to);
    if (i < line.to && statement()) {
      value.read(line, start, i, false);
      if ((value.quote != 0 || !Judge.prose(b, value.from, value.to))
          && !Judge.placeholder(b, value.from, value.to)) {
        line.secret(value.from, value.to);
      }
    }
    return true;
  }

  /** In prose something is identified by its name. */
  private boolean statement() {
    int from = Math.max(line.from, start - 256);
    return Bytes.at(b, start, line.to, "IDENTIFIED")
        || Bytes.indexOfIgnoreCase(b, from, start, "create user ") >= 0
        || Bytes.indexOfIgnoreCase(b, from, start, "alter user ") >= 0
        || Bytes.indexOfIgnoreCase(b, from, start, "grant ") >= 0;
  }

  private boolean fits(Operator.Kind op) {
    return switch (op) {
      case IS ->
          kind == Kind.SECRET
              || kind == Kind.PASS
              || kind == Kind.PIN
              || kind == Kind.CARD
              || kind == Kind.QUERY && Plausible.keyOf(b, line.from, start - 1);
      case BLANK, SQL ->
          kind == Kind.QUERY && b[start] == '-'
              || kind == Kind.SECRET
              || kind == Kind.PASS
              || kind == Kind.SHAPED
              || kind == Kind.PIN;
      default -> true;
    };
  }

  private int plain(Operator.Kind op, int at) {
    int i = Typed.skip(b, at, line.to);
    if (b[i] == '\\' && Escaped.lineEnd(b, i, line.to) > 0) {
      return Math.max(end, Escaped.scalar(line, i, kind == Kind.SECRET));
    }
    if (b[i] == '[' && !Mark.at(b, i, line.to)) {
      return list(i);
    }
    if (b[i] == '{' && !(names.password() && Ends.odbc(line, i))) {
      if (names.password()) {
        line.open(i + 1);
      }
      return end;
    }
    boolean query = operator.parameter() && op == Operator.Kind.EQUALS;
    if (op == Operator.Kind.XML) {
      xml(i);
    } else if (operator.entity() != null) {
      value.quote = '"';
      value.depth = 0;
      value.from = i;
      int close = indexOf(operator.entity(), i);
      value.to = close < 0 ? line.to : close;
    } else if (operator.encoded()) {
      value.quote = 0;
      value.depth = -1;
      value.from = i;
      value.to = Ends.encoded(line, i);
    } else if (b[i] == '{') {
      value.quote = '}';
      value.depth = 0;
      value.from = i + 1;
      int close = Bytes.indexOf(b, i, line.to, '}');
      value.to = close < 0 ? line.to : close;
    } else {
      value.read(line, start, i, query);
    }
    return decide(op, query);
  }

  private int indexOf(String text, int from) {
    return Bytes.indexOfIgnoreCase(b, from, Math.min(line.to, from + 8192), text);
  }

  private void xml(int at) {
    value.quote = '<';
    value.depth = 0;
    value.from = at;
    int word = Bytes.runEnd(b, at, line.to, Bytes.ALPHA);
    if (operator.keyQuoted()
        && Words.is(b, at, word, Words.NOUN)
        && word < line.to
        && b[word] == '<') {
      // A label's text.
      value.to = at;
      return;
    }
    if (Bytes.at(b, at, line.to, "<![CDATA[")) {
      value.from = at + 9;
      int close = indexOf("]]>", value.from);
      value.to = close < 0 ? line.to : close;
    } else {
      int end = HeaderValue.end(line, at);
      int close = line.next('<', at);
      value.to = close >= end ? at : close;
      if (close == line.to) {
        line.open(at);
      }
    }
  }

  /** Each string of a list under a secret name; numbers and names of other things stay. */
  private int list(int at) {
    int i = at + 1;
    if (kind != Kind.SECRET && kind != Kind.PASS) {
      return end;
    }
    boolean first = true;
    while (i < line.to) {
      i = Bytes.skipBlank(b, i, line.to);
      if (i >= line.to || b[i] == ']' || b[i] == '{' || b[i] == '[') {
        break;
      }
      value.read(line, i, i, false);
      if (value.quote == 0) {
        if (!first) {
          break;
        }
        value.to = Math.min(value.to, HeaderValue.listEnd(line, i));
        if (value.to > i
            && Judge.shaped(b, i, Math.min(value.to, i + JUDGED), names.password() ? 1 : 8)) {
          decide(Operator.Kind.EQUALS, false);
        }
        break;
      }
      if (!Judge.placeholder(b, value.from, value.to) && !Judge.sentence(b, value.from, value.to)) {
        line.secret(value.from, value.to);
      }
      i = Math.max(i + 1, value.to + value.depth + 1);
      i = Bytes.skipBlank(b, i, line.to);
      if (i >= line.to || b[i] != ',') {
        break;
      }
      i++;
      first = false;
    }
    if (i >= line.to) {
      line.open(at);
    }
    return Math.max(end, Math.min(i, line.to));
  }

  private int decide(Operator.Kind op, boolean query) {
    int from = value.from;
    int to = value.to;
    if (from >= to) {
      return arrow(Math.max(end, to));
    }
    boolean bare = value.quote == 0;
    // A longer value is judged by its beginning: the time stays linear.
    int judged = Math.min(to, from + JUDGED);
    if (bare && schemeFollows(from, to)) {
      return AuthValue.redact(line, from, HeaderValue.end(line, from), false);
    }
    if (!bare
        && Bytes.indexOf(b, from, Math.min(to, from + 24), ' ') > 0
        && schemeFollows(from, wordEnd(from, to))) {
      return AuthValue.redact(line, from, to, true);
    }
    if (Judge.placeholder(b, from, judged) || bare && blank(from, judged)) {
      return Math.max(end, bare ? from : to);
    }
    if (!verdict.convinces(line, start, kind, op, query, bare, from, judged)) {
      return end;
    }
    if (bare && names.passphrase() && op != Operator.Kind.BLANK) {
      to = phraseEnd(to);
    }
    line.secret(from, to, jsonNumber(op, from, to) ? operator.keyDepth() : -1);
    return bare ? to : arrow(to);
  }

  /** {@code "old" -> "new"}: the second is one as well. */
  private int arrow(int to) {
    if (value.quote == '"' && to + 6 < line.to) {
      int i = Quoted.after(b, to, line.to);
      boolean arrow = Bytes.at(b, i, line.to, " -> ") || Bytes.at(b, i, line.to, " => ");
      if (arrow && Quoted.open(b, i + 4, line.to) >= 0) {
        value.read(line, start, i + 4, false);
        if (value.quote != 0 && !Judge.placeholder(b, value.from, value.to)) {
          line.secret(value.from, value.to);
          return value.to;
        }
      }
    }
    return to;
  }

  /** What a manual writes for a value: {@code <your password>}, {@code --password=PASSWORD}. */
  private boolean blank(int from, int to) {
    if (b[from] == '<') {
      int close = Bytes.indexOf(b, from, Math.min(line.to, from + 48), '>');
      int words = Bytes.runEnd(b, from + 1, line.to, Bytes.TOKEN | Bytes.BLANK | Bytes.DOT);
      return close > 0 && words == close;
    }
    if (b[from] == '(') {
      int words =
          Bytes.runEnd(b, from + 1, Math.min(line.to, from + 48), Bytes.ALPHA | Bytes.BLANK);
      return words < line.to && b[words] == ')' && words > from + 1;
    }
    int end = Judge.trimmed(b, from, to);
    return b[start] == '-'
        && Words.is(b, from, end, Words.NOUN)
        && Bytes.runEnd(b, from, end, Bytes.UPPER | Bytes.UNDERSCORE) == end;
  }

  private int wordEnd(int from, int to) {
    int i = from;
    while (i < to && !Bytes.is(b[i], Bytes.BLANK)) {
      i++;
    }
    return i;
  }

  private boolean schemeFollows(int from, int to) {
    if (to >= line.to || b[to] != ' ' || to - from < 3 || to - from > 24) {
      return false;
    }
    return Bytes.atIgnoreCase(b, from, to, "bearer")
        || Bytes.atIgnoreCase(b, from, to, "basic") && to - from == 5
        || Bytes.atIgnoreCase(b, from, to, "digest") && to - from == 6
        || Bytes.atIgnoreCase(b, from, to, "aws4-hmac");
  }

  /** Words after a passphrase belong to it, up to what cannot. */
  private int phraseEnd(int to) {
    int i = to;
    while (i < line.to && b[i] == ' ') {
      int next = i + 1;
      int wordEnd = Bytes.runEnd(b, next, line.to, Bytes.ALNUM);
      boolean last = wordEnd == line.to || b[wordEnd] == ' ';
      if (wordEnd == next || !last) {
        break;
      }
      i = wordEnd;
    }
    return i;
  }

  private boolean jsonNumber(Operator.Kind op, int from, int to) {
    return value.quote == 0
        && op == Operator.Kind.COLON
        && operator.keyDepth() >= 0
        && operator.keyQuote() == '"'
        && (b[from] == '-' || Bytes.is(b[from], Bytes.DIGIT))
        && Bytes.runEnd(b, from, to, Bytes.ALNUM | Bytes.DOT | Bytes.DASH | Bytes.PLUS_SLASH) == to;
  }
}
