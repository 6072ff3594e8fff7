package innkeeper.redaction.scan;

import innkeeper.redaction.http.AuthValue;
import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.multiline.EscapedLines;
import innkeeper.redaction.multiline.KeyBlock;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.multiline.NextLine.Wait;
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
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import java.util.EnumSet;
import java.util.Set;

/** A name that promises a secret, an operator, a value: in every notation logs know. */
final class KeyValue {
  private static final int JUDGED = 160;

  /** How far the entity is looked for that ends a value. */
  private static final int LONGEST = 8192;

  private static final Pattern PASSPHRASE = Values.after("passphrase-words");
  private static final Pattern LISTED = Values.after("listed-values");
  private static final Pattern WORDS = Values.after("password-words");
  private static final Pattern SCHEME = Values.after("&<.+: at-least(3) at-most(24)> scheme-word");
  private static final Pattern SECOND = Values.after("second-value");
  private static final Pattern MANUAL = Values.after("manual-value");
  private static final Pattern SERVICE_KEY = Values.after("service-key");
  private static final Pattern KEY_OF = Values.before("<alpha{1,24}: key-of> .");
  private static final Pattern TAG = Values.after("yaml-tag");
  private static final Pattern MARK = Values.after("\"[REDACTED]\" (\" \" | $)");
  private static final Pattern QUOTED_MARK = Values.after("\"\\\"[REDACTED]\\\"\"");

  private static final Pattern BRACKET = Values.after("!\"[REDACTED]\" [\\[\\{] | \"map[\"");
  private static final Pattern BRACKETS = Values.after("!\"[REDACTED]\" [\\[\\{(] | \"map[\"");

  /** A number of JSON, or what a name makes one of. */
  private static final Pattern NUMBER = Values.after("[{digit}-] [{alnum}.+/-]* $");

  /** What a list of bytes may be. */
  private static final Set<Kind> KEYS =
      EnumSet.of(Kind.SECRET, Kind.SHAPED, Kind.ISSUED, Kind.STRONG, Kind.SESSION, Kind.QUERY);

  private static final Set<Kind> HEADERS =
      EnumSet.of(Kind.AUTHORIZATION, Kind.COOKIE, Kind.SET_COOKIE);

  /** What may be said to be something. */
  private static final Set<Kind> SAID =
      EnumSet.of(Kind.SECRET, Kind.PASS, Kind.PIN, Kind.CARD, Kind.ISSUED);

  /** What a value may follow behind blanks alone. */
  private static final Set<Kind> SPACED =
      EnumSet.of(Kind.SECRET, Kind.PASS, Kind.SHAPED, Kind.ISSUED, Kind.PIN);

  private final NameBounds bounds = new NameBounds();
  private final KeyName names;
  private final Operator operator;
  private final Value value = new Value();
  private final NamedValueCheck check;
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
  private Operator.Kind op;

  KeyValue(NextLine next, KeyName names, Operator operator) {
    this.next = next;
    this.names = names;
    prose = new Prose(names);
    this.operator = operator;
    check = new NamedValueCheck(names, operator, value);
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
    if (kind == Kind.QUERY && SERVICE_KEY.matches(l, start)) {
      kind = Kind.ISSUED;
    }
    if (kind == Kind.NONE) {
      return at + 1;
    }
    op = operator.read(l, start, end);
    if (op == Operator.Kind.NONE) {
      return alone(at);
    }
    if (!fits()) {
      return at + 1;
    }
    int i = Bytes.skipBlank(b, operator.end(), l.to);
    if (i >= l.to) {
      if ((kind == Kind.SECRET || kind == Kind.PASS) && op != Operator.Kind.BLANK) {
        onward.expect(l, start, op, held(false));
      }
      if (names.plural() && held(true) != Held.NOTHING) {
        next.expect(Wait.ITEMS, onward.column(l, start) - l.from, held(true), true);
      }
      return end;
    }
    if (op == Operator.Kind.COLON && (b[i] == '|' || b[i] == '>')) {
      boolean scalar = kind != Kind.QUERY && kind != Kind.CODE;
      int sign = scalar ? onward.block(l, i) : i;
      if (sign == l.to) {
        l.open(i);
        next.expect(Wait.BLOCK, onward.column(l, start) - l.from);
        return end;
      }
      if (sign > i) {
        return Math.max(end, EscapedLines.block(l, start, sign));
      }
    }
    if (!HEADERS.contains(kind)) {
      return plain(i);
    }
    int mask = ValueCheck.maskEnd(b, i, l.to);
    if (mask > i) {
      l.opens(i, mask);
      return end;
    }
    return headers.redact(l, kind, op, start, end, i);
  }

  /** A name that no operator follows. */
  private int alone(int at) {
    boolean quoted = operator.keyQuoted();
    if (quoted && NamedMember.ofForm(line, start, end)) {
      next.expect(Wait.FIELD);
    } else if (NamedMember.named(line, start, end)) {
      next.expect(Wait.MEMBER);
    }
    if (quoted) {
      return at + 1;
    }
    int found = line.spans.size();
    boolean call = names.credentials() && end < line.to && b[end] == '(';
    int after =
        call ? ValueList.pair(line, end, false, value) : prose.verify(line, kind, start, end);
    if (line.spans.size() > found) {
      return after;
    }
    if (b[line.to - 1] == ':' && names.password()) {
      next.expect(onward.lone(line, start));
    }
    return at + 1;
  }

  private boolean fits() {
    return switch (op) {
      case IS -> SAID.contains(kind) || kind == Kind.QUERY && KEY_OF.matches(line, start);
      case BLANK, SQL -> SPACED.contains(kind) || kind == Kind.QUERY && b[start] == '-';
      default -> true;
    };
  }

  private int plain(int at) {
    boolean text = op == Operator.Kind.XML;
    int marked = text || operator.encoded() ? -1 : marked(at);
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
    int i = TypedValue.skip(line, Math.max(at, TAG.match(line, at)));
    if (b[i] == '\\' && EscapedLines.lineEnd(b, i, line.to) > 0) {
      return Math.max(end, EscapedLines.scalar(line, i, kind == Kind.SECRET));
    }
    int bytes = KEYS.contains(kind) ? ValueEnd.bytes(line, i) : i;
    if (bytes > i) {
      line.secret(i, bytes, operator.keyQuote() == '"' ? operator.keyDepth() : -1);
      return bytes;
    }
    int bracket = bracket(i);
    boolean map = bracket > i || bracket == i && b[i] == '{';
    boolean brace = b[i] == '{' && names.password();
    boolean odbc = brace && ValueEnd.odbc(line, start, i);
    if (brace && !odbc) {
      line.open(i + 1);
    }
    int hash = ValueEnd.scheme(line, i);
    boolean holds = bracket >= 0 && !odbc && hash == i;
    if (holds && (!map || !text && held(true) != Held.NOTHING)) {
      return container(bracket, map);
    }
    if (onward.goesOn(line, i)) {
      return end;
    }
    i = hash;
    if (b[i] == '{' && !text && !odbc) {
      return end;
    }
    if (text) {
      XmlElement.read(line, i, operator.keyQuoted(), value);
    } else if (operator.entity() != null) {
      int bound = Math.min(line.to, i + LONGEST);
      int close = Bytes.indexOfIgnoreCase(b, i, bound, operator.entity());
      value.set('"', 0, i, close < 0 ? line.to : close);
    } else if (operator.encoded()) {
      value.set((char) 0, -1, i, ValueEnd.encoded(line, i));
    } else if (b[i] == '{') {
      value.set('}', 0, i + 1, ValueEnd.brace(line, i));
    } else {
      value.read(line, start, i, operator.parameter());
    }
    return decide();
  }

  /** Where to go on if the value is a mark and no more, as most are at the second look; or -1. */
  private int marked(int at) {
    if (QUOTED_MARK.matches(line, at)) {
      return at + 1 + RedactionMark.PLAIN.length;
    }
    boolean known = line.whole || at + RedactionMark.PLAIN.length < line.to;
    return known && MARK.matches(line, at) ? at : -1;
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

  /** Where the bracket of a list or a map stands that begins at {@code at}; negative if none. */
  private int bracket(int at) {
    return (names.plural() ? BRACKETS : BRACKET).match(line, at) - 1;
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
    int column = Bytes.skipBlank(b, line.from, line.to) - line.from;
    next.expect(Wait.ITEMS, column, held, names.plural());
    return end;
  }

  private int decide() {
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
    if (!bare && schemeFollows(from, Bytes.next(b, from, Math.min(to, from + 23), ' '))) {
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
    if (!check.convinces(line, start, kind, op, judged)) {
      return end;
    }
    int whole = bare ? wholeEnd(to) : to;
    if (whole > to && op == Operator.Kind.COLON && ValueCheck.sentence(b, from, whole)) {
      return end;
    }
    to = whole;
    line.secret(from, to, jsonNumber(from, to) ? operator.keyDepth() : -1);
    return bare ? to : arrow(to);
  }

  /** Where a value without quotes ends that may have several words. */
  private int wholeEnd(int at) {
    int to = at;
    boolean within = start > line.from;
    if (op == Operator.Kind.EQUALS && within) {
      boolean part = b[start - 1] == ';';
      to = part ? ValueEnd.connection(line, to) : ValueEnd.variable(line, start, end, to);
    }
    if (names.plural()) {
      to = LISTED.match(line, to);
    }
    if (names.passphrase() && op != Operator.Kind.BLANK) {
      to = PASSPHRASE.match(line, to);
    } else if (at < line.to
        && names.password()
        && (op == Operator.Kind.COLON || op == Operator.Kind.EQUALS)) {
      to = Math.max(to, WORDS.match(line, value.from));
    }
    return names.credentials() || within && b[start - 1] == '/' ? pairEnd(to) : to;
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
    return named && ValueCheck.metavariable(b, from, last);
  }

  private boolean schemeFollows(int from, int to) {
    return Bytes.at(b, to, line.to, " ") && SCHEME.matches(b, from, to);
  }

  /** {@code bob / x}: the password is what follows. */
  private int pairEnd(int to) {
    if (to + 3 >= line.to) {
      line.open(value.from);
    }
    return Bytes.at(b, to, line.to, " / ") ? line.wordEnd(to + 3) : to;
  }

  private boolean jsonNumber(int from, int to) {
    return value.quote == 0
        && op == Operator.Kind.COLON
        && operator.keyDepth() >= 0
        && operator.keyQuote() == '"'
        && NUMBER.matches(b, from, to);
  }
}
