package innkeeper.redaction.scan;

import innkeeper.redaction.http.AuthValue;
import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.multiline.EscapedLines;
import innkeeper.redaction.multiline.KeyBlock;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.multiline.ValueAhead;
import innkeeper.redaction.name.Container;
import innkeeper.redaction.name.Container.Held;
import innkeeper.redaction.name.HeaderValue;
import innkeeper.redaction.name.IdentifiedBy;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.name.MentionedName;
import innkeeper.redaction.name.NameBounds;
import innkeeper.redaction.name.NamedMember;
import innkeeper.redaction.name.NamedValueCheck;
import innkeeper.redaction.name.Operator;
import innkeeper.redaction.name.Prose;
import innkeeper.redaction.name.TypedValue;
import innkeeper.redaction.name.Value;
import innkeeper.redaction.name.ValueEnd;
import innkeeper.redaction.name.ValueList;
import innkeeper.redaction.name.XmlElement;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** A name that promises a secret, an operator, a value: in every notation logs know. */
final class KeyValue {
  private static final int JUDGED = 160;

  private static final Pattern PASSPHRASE = Values.after("passphrase-words");
  private static final Pattern SCHEME = Values.after("scheme-word");
  private static final Pattern CAPITALS = Values.after("capital-noun");
  private static final Pattern SECOND = Values.after("second-value");
  private static final Pattern MANUAL = Values.after("manual-value");

  private final NameBounds bounds = new NameBounds();
  private final KeyName names;
  private final Operator operator;
  private final Value value = new Value();
  private final NamedValueCheck verdict;
  private final HeaderValue headers = new HeaderValue(value);
  private final Prose prose;
  private final NextLine next;
  private final ValueAhead onward;
  private final Container container = new Container();
  private Line line;
  private byte[] b;
  private int start;
  private int end;
  private Kind kind;

  KeyValue(NextLine next, KeyName names, Operator operator) {
    this.next = next;
    this.names = names;
    prose = new Prose(names);
    this.operator = operator;
    verdict = new NamedValueCheck(names, operator, value);
    onward = new ValueAhead(next);
  }

  /** To be told of each new line. */
  void forget() {
    value.forget();
  }

  /** After the last name that was looked at. */
  int end() {
    return end;
  }

  /** Looks at the name around {@code at}; returns where to go on. */
  int verify(Line l, int at) {
    line = l;
    b = l.b;
    if (!bounds.around(l, at)) {
      return at + 1;
    }
    start = bounds.start;
    end = bounds.end;
    if (start > l.from && Bytes.at(b, start - 5, l.to, "/etc/passwd")
        || IdentifiedBy.by(l, start, end, value)) {
      return at + 1;
    }
    kind = names.classify(b, start, end);
    if (kind == Kind.QUERY && KeyName.serviceKey(b, l.from, start)) {
      kind = Kind.ISSUED;
    }
    if (kind == Kind.NONE) {
      return at + 1;
    }
    Operator.Kind op = operator.read(l, start, end);
    if (op == Operator.Kind.NONE) {
      if (operator.keyQuoted() && NamedMember.ofForm(l, start, end)) {
        next.field();
      } else if (NamedMember.named(l, start, end)) {
        next.member();
      }
      if (operator.keyQuoted()) {
        return at + 1;
      }
      int found = l.spans.size();
      boolean call = names.credentials() && end < l.to && b[end] == '(';
      int after = call ? ValueList.pair(l, end, false, value) : prose.verify(l, kind, start, end);
      if (l.spans.size() == found && b[l.to - 1] == ':' && names.password()) {
        next.lone();
      }
      return l.spans.size() > found ? after : at + 1;
    }
    if (!fits(op)) {
      return at + 1;
    }
    int i = Bytes.skipBlank(b, operator.end(), l.to);
    if (i >= l.to) {
      l.open(l.to);
      if ((kind == Kind.SECRET || kind == Kind.PASS) && op != Operator.Kind.BLANK) {
        onward.expect(l, start, op, held(false));
      }
      if (names.plural() && held(true) != Held.NOTHING) {
        next.items(onward.column(l, start) - l.from, held(true), true);
      }
      return end;
    }
    if (op == Operator.Kind.COLON && (b[i] == '|' || b[i] == '>')) {
      boolean scalar = kind != Kind.QUERY && kind != Kind.CODE;
      int sign = scalar ? onward.block(l, i) : i;
      if (sign == l.to) {
        l.open(i);
        next.block(l, onward.column(l, start));
        return end;
      }
      if (sign > i) {
        return Math.max(end, EscapedLines.block(l, start, sign));
      }
    }
    boolean header = kind == Kind.AUTHORIZATION || kind == Kind.COOKIE || kind == Kind.SET_COOKIE;
    int mask = header ? ValueCheck.maskEnd(b, i, l.to) : i;
    if (mask > i) {
      l.opens(i, mask);
      return end;
    }
    return header ? headers.redact(l, kind, op, start, end, i) : plain(op, i);
  }

  private boolean fits(Operator.Kind op) {
    return switch (op) {
      case IS ->
          kind == Kind.SECRET
              || kind == Kind.PASS
              || kind == Kind.PIN
              || kind == Kind.CARD
              || kind == Kind.ISSUED
              || kind == Kind.QUERY && KeyName.keyOf(b, line.from, start - 1);
      case BLANK, SQL ->
          kind == Kind.QUERY && b[start] == '-'
              || kind == Kind.SECRET
              || kind == Kind.PASS
              || kind == Kind.SHAPED
              || kind == Kind.ISSUED
              || kind == Kind.PIN;
      default -> true;
    };
  }

  private int plain(Operator.Kind op, int at) {
    int marked = op == Operator.Kind.XML || operator.encoded() ? -1 : marked(at);
    if (marked >= 0) {
      return Math.max(end, marked);
    }
    int open = names.credentials() ? Bytes.runEnd(b, at, line.to, Bytes.WORD) : at;
    if (open < line.to && b[open] == '(' && (names.credentials() || kind == Kind.SHAPED)) {
      int after = ValueList.pair(line, open, names.credentials() && open == at, value);
      if (after >= 0) {
        return after;
      }
    }
    if (KeyBlock.begins(line, at)) {
      return end;
    }
    int tag = Bytes.at(b, at, line.to, "!!") ? Bytes.runEnd(b, at + 2, line.to, Bytes.WORD) : at;
    int anchor = b[at] == '&' ? Bytes.runEnd(b, at + 1, line.to, Bytes.WORD) : at;
    tag = anchor + 1 < line.to && b[anchor] == ' ' && b[anchor + 1] != '=' ? anchor : tag;
    tag = Bytes.skipBlank(b, tag, line.to);
    int i = TypedValue.skip(line, tag < line.to ? tag : at);
    if (b[i] == '\\' && EscapedLines.lineEnd(b, i, line.to) > 0) {
      return Math.max(end, EscapedLines.scalar(line, i, kind == Kind.SECRET));
    }
    int bracket = bracket(i);
    boolean map = bracket > i || bracket == i && b[i] == '{';
    boolean brace = b[i] == '{' && names.password();
    boolean odbc = brace && ValueEnd.odbc(line, start, i);
    if (brace && !odbc) {
      line.open(i + 1);
    }
    if (bracket >= 0 && !odbc && (!map || op != Operator.Kind.XML && held(true) != Held.NOTHING)) {
      return container(bracket, map);
    }
    if (onward.goesOn(line, i)) {
      return end;
    }
    i = ValueEnd.scheme(line, i);
    boolean text = op == Operator.Kind.XML;
    if (b[i] == '{' && !text && !odbc) {
      return end;
    }
    boolean query = operator.parameter();
    if (op == Operator.Kind.XML) {
      XmlElement.read(line, i, operator.keyQuoted(), value);
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
      value.to = ValueEnd.encoded(line, i);
    } else if (b[i] == '{') {
      value.quote = '}';
      value.depth = 0;
      value.from = i + 1;
      int close = ValueEnd.brace(line, i);
      value.to = close < 0 ? line.to : close;
    } else {
      value.read(line, start, i, query);
    }
    return decide(op, query);
  }

  /** Where to go on if the value is a mark and no more, as most are at the second look; or -1. */
  private int marked(int at) {
    boolean quoted = b[at] == '"';
    int mark = quoted ? at + 1 : at;
    if (!RedactionMark.at(b, mark, line.to)) {
      return -1;
    }
    int after = mark + RedactionMark.PLAIN.length;
    if (quoted) {
      return after < line.to && b[after] == '"' ? after : -1;
    }
    return after < line.to ? b[after] == ' ' ? at : -1 : line.whole ? at : -1;
  }

  private int indexOf(String text, int from) {
    return Bytes.indexOfIgnoreCase(b, from, Math.min(line.to, from + 8192), text);
  }

  /** What a list or a map of that name holds. */
  private Held held(boolean map) {
    boolean secret = kind == Kind.SECRET || kind == Kind.PASS;
    if (!secret && kind != Kind.PLURAL) {
      return Held.NOTHING;
    }
    if (map && !names.plural()) {
      return names.password() ? Held.LIKELY : Held.NOTHING;
    }
    if (!secret && !names.password() || map && names.credentials()) {
      return Held.TOKENS;
    }
    return names.password() || names.credentials() ? Held.PASSWORDS : Held.SECRETS;
  }

  /** Where the bracket of a list or a map stands that begins at {@code at}, or -1. */
  private int bracket(int at) {
    if (b[at] == '[' || b[at] == '{') {
      return RedactionMark.at(b, at, line.to) ? -1 : at;
    }
    boolean array = b[at] == '(' && names.plural();
    return array ? at : Bytes.at(b, at, line.to, "map[") ? at + 3 : -1;
  }

  /** The values of a list or a map; what else stands in it has names of its own. */
  private int container(int at, boolean map) {
    Held held = held(map);
    if (held == Held.NOTHING) {
      return end;
    }
    if (Bytes.skipBlank(b, at + 1, line.to) < line.to) {
      int after = container.read(line, at, held);
      return map ? end : Math.max(end, after);
    }
    line.open(at);
    next.items(Bytes.skipBlank(b, line.from, line.to) - line.from, held, names.plural());
    return end;
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
        && schemeFollows(from, Bytes.next(b, from, to, ' '))) {
      return AuthValue.redact(line, from, to, true);
    }
    boolean hidden = RedactionMark.at(b, from, to) && to - from == RedactionMark.PLAIN.length;
    if (hidden || ValueCheck.placeholder(b, from, judged) || bare && blank(from, judged)) {
      return Math.max(end, bare ? from : to);
    }
    int exchanged = bare && op == Operator.Kind.COLON ? prose.changes(line, from, to) : to;
    if (exchanged > to) {
      return exchanged;
    }
    if (!verdict.convinces(line, start, kind, op, query, bare, from, judged)) {
      return end;
    }
    if (bare && op == Operator.Kind.EQUALS && start > line.from) {
      boolean part = b[start - 1] == ';';
      to = part ? ValueEnd.connection(line, to) : ValueEnd.variable(line, start, end, to);
    }
    if (bare && names.passphrase() && op != Operator.Kind.BLANK) {
      to = phraseEnd(to);
    }
    if (bare && (names.credentials() || start > line.from && b[start - 1] == '/')) {
      to = pairEnd(to);
    }
    line.secret(from, to, jsonNumber(op, from, to) ? operator.keyDepth() : -1);
    return bare ? to : arrow(to);
  }

  /** {@code "old" -> "new"}, {@code "old" new "new"}: the second is one as well. */
  private int arrow(int to) {
    if (value.quote != 0 && to + 6 < line.to) {
      int next = SECOND.match(line, Quoted.after(b, to, line.to));
      if (next >= 0) {
        value.read(line, start, next, false);
        if (value.quote != 0 && line.hideValue(value.from, value.to)) {
          return value.to;
        }
      }
    }
    return to;
  }

  /** What a manual writes for a value: {@code <your password>}, {@code password=PASSWORD}. */
  private boolean blank(int from, int to) {
    if (b[from] == '<' || b[from] == '(') {
      return MANUAL.matches(line, from);
    }
    if (MentionedName.is(line, start, end, from, to)) {
      return true;
    }
    int last = Bytes.trimmed(b, from, to);
    boolean named = b[start] == '-' || Bytes.is(b[start], Bytes.LOWER) && b[from - 1] == '=';
    return named && CAPITALS.matches(LineText.ofValue(b, last), from);
  }

  private boolean schemeFollows(int from, int to) {
    if (to >= line.to || b[to] != ' ' || to - from < 3 || to - from > 24) {
      return false;
    }
    return SCHEME.matches(LineText.ofValue(b, to), from);
  }

  /** Words after a passphrase belong to it, up to what cannot. */
  private int phraseEnd(int to) {
    return PASSPHRASE.match(line, to);
  }

  /** {@code bob / x}: the password is what follows. */
  private int pairEnd(int to) {
    if (to + 3 >= line.to) {
      line.open(value.from);
    }
    return Bytes.at(b, to, line.to, " / ") ? line.wordEnd(to + 3) : to;
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
