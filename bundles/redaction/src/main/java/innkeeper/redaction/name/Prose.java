package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/**
 * A secret after its name as people and programs put it into a sentence, or into a table: {@code
 * with password x}, {@code password for user bob is x}, {@code | password | x |}.
 */
public final class Prose {
  private static final int LONGEST = 160;

  private static final Pattern PHRASES = Values.after("phrase-to");

  /** Between a name and what follows it. */
  private static final Pattern GAP = Values.after("(\"\\\\\"+ \"t\" space* | space+) !$");

  /**
   * Over {@code was}, {@code has been reset to}, {@code changed to:}; over what a router writes
   * before a password, the kind of its coding.
   */
  private static final Pattern LEAD =
      Values.after("value-lead | \"... \" | digit \" \" &<word-byte+: password-like>");

  /** A digest of the secret in a list of them: {@code DB_PASS 199a1c75c87598fb 2m ago}. */
  private static final Pattern LISTED = Values.after("listed-digest");

  private static final Pattern IN_BRACES = Values.after("[^}{blank}]*");
  private static final Pattern ASSIGNED = Values.after("token+ \" = \"");

  /** {@code JWT_SECRET x}, as in a Dockerfile. */
  private static final Pattern VARIABLE =
      Values.after("[{upper}{digit}]* \"_\" [{upper}{digit}_]* [ \\t\\\\]");

  private static final Pattern TEXT =
      Values.after("!(before(\"'\") \"-\") <.+: at-least(3) !noun|about|prose-word|sentence>");
  private static final Pattern WORD = Values.after("<.+: !noun|about|technical|prose-word>");

  /** An id or a key that anybody may know. */
  private static final Pattern PUBLIC = Values.after("public-id $");

  /** What leads to the value behind the name's owner. */
  private static final Pattern IS = Values.after("name-is");

  private static final Pattern CHANGES = Values.after("name-is | 'to' space+ &quote-open");
  private static final Pattern PROSE = Values.after("<.+: prose !article>");

  /** What stands before the name that is a table's first cell. */
  private static final Pattern FIRST_CELL = Values.before("(^ space* | [ nm{quote}]) \"|\" blank*");

  private static final Pattern CELL = Values.after("<.+: at-least(2) !neutral>");
  private static final Pattern KEY_CELL = Values.after("<.+: shaped(8) !neutral>");

  /** What follows the last word of a sentence, of a phrase, and the last cell of a table. */
  private static final Pattern LAST = Values.after("[\"\\\\\\x00-\\x1f\\x80-\\xff] | $");

  private static final Pattern LAST_WORD = Values.after("[\"\\\\\\e] | $");
  private static final Pattern LAST_CELL = Values.after("[\"\\\\\\x00-\\x1f] | $");

  /** What closes the label of an app password: {@code app password "Phone" revoked}. */
  private static final Pattern LABEL = Values.after("label-told");

  private final KeyName names;
  private Line line;
  private byte[] b;
  private int start;

  /** After the name: where to go on if nothing is found. */
  private int end;

  public Prose(KeyName names) {
    this.names = names;
  }

  /** Looks at what follows a name that no operator follows; returns where to go on. */
  public int verify(Line l, Kind kind, int nameStart, int nameEnd) {
    line = l;
    start = nameStart;
    end = nameEnd;
    b = l.b;
    if (names.password() && Bytes.at(b, end, l.to, "? ")) {
      return asked();
    }
    int at = GAP.match(l, end);
    if (at < 0 || LISTED.matches(l, end)) {
      return end;
    }
    if (b[at] == '|') {
      return cell(kind, at);
    }
    int before = start > l.from ? b[start - 1] : 0;
    if (before == '{' && kind == Kind.SECRET && b[at] != '{') {
      int close = IN_BRACES.match(l, at);
      l.opensAtEnd(at, close);
      return Bytes.at(b, close, l.to, "}") ? take(at, close) : end;
    }
    if (before == '/' || before == '\\' && b[at] != '"') {
      return end;
    }
    boolean variable = VARIABLE.matches(line, start);
    boolean pass = kind == Kind.PASS && (variable || WordBefore.user(line, start));
    if (kind != Kind.SECRET && kind != Kind.QUERY && kind != Kind.ISSUED && !pass) {
      return end;
    }
    return names.password() || names.presharedKey() || pass || variable
        ? password(at)
        : token(kind, at);
  }

  private int password(int at) {
    if (Bytes.atIgnoreCase(b, at, line.to, "for ")) {
      return named(at + 4, WordBefore.changed(line, start));
    }
    if (Bytes.atIgnoreCase(b, at, line.to, "from ") && WordBefore.changed(line, start)) {
      return exchanged(at + 5, true);
    }
    int from = Math.max(at, LEAD.match(line, at));
    if (from > at && b[from - 1] == ':') {
      return said(Bytes.skipBlank(b, from, line.to), true);
    }
    if (from == at && Bytes.at(b, start, end, "PASSWORD")) {
      int value = ASSIGNED.match(line, at);
      if (value >= 0) {
        return sole(value, line.wordEnd(value));
      }
    }
    if (Quoted.open(b, from, line.to) >= 0) {
      return quoted(from);
    }
    int to = line.wordEnd(from);
    line.opens(from, to);
    int last = Bytes.trimmed(b, from, to);
    if (!ValueCheck.PASSWORD.has(b, from, last) || ValueCheck.placeholder(b, from, to)) {
      return end;
    }
    return take(from, ".,)".indexOf(b[to - 1]) < 0 ? to : last);
  }

  /** {@code password: changed x to y}: where to go on, or {@code to} if it is not that. */
  public int changes(Line l, int from, int to) {
    line = l;
    b = l.b;
    end = to;
    boolean verb = Bytes.runEnd(b, from, to, Bytes.ALPHA) == to && WordBefore.changes(b, from, to);
    boolean next = verb && to + 1 < l.to && b[to] == ' ';
    return next && names.password() ? exchanged(to + 1, false) : to;
  }

  /** {@code changed password from x to y}, {@code password: changed x to y}. */
  private int exchanged(int at, boolean from) {
    int second = names.passphrase() ? PHRASES.match(line, at) : -1;
    if (names.passphrase() && Bytes.runEnd(b, at, line.to, Bytes.WORD | Bytes.BLANK) == line.to) {
      line.open(at);
    }
    if (second >= 0) {
      int first = second - " to ".length();
      boolean phrase = !ValueCheck.sentence(b, at, first);
      return phrase && line.hideValue(at, first) ? sole(second, phraseEnd(second)) : end;
    }
    int old = line.wordEnd(at);
    boolean quoted = Quoted.open(b, at, line.to) >= 0;
    if (from && !quoted && !Bytes.atIgnoreCase(b, old, line.to, " to ")) {
      // An address or a program, unless it cannot be that.
      line.opens(at, Math.min(line.to, old + " to ".length()));
      return ValueCheck.strong(b, at, Bytes.trimmed(b, at, old), 16, false) ? sole(at, old) : end;
    }
    int after = quoted ? quoted(at) : said(at, false);
    int to = quoted ? Quoted.after(b, after, line.to) : old;
    if (after == end || !Bytes.atIgnoreCase(b, to, line.to, " to ")) {
      return after;
    }
    int next = said(to + 4, false);
    return next == end ? after : next;
  }

  /** {@code Password? x}: the answer. */
  private int asked() {
    int from = Bytes.skipBlank(b, end + 1, line.to);
    boolean first = Bytes.skipBlank(b, line.from, line.to) == start;
    int to = line.wordEnd(from);
    boolean shaped = from < line.to && ValueCheck.PASSWORD.has(b, from, Bytes.trimmed(b, from, to));
    line.opens(from, to);
    return first || shaped ? said(from, true) : end;
  }

  private int quoted(int at) {
    int quote = Quoted.open(b, at, line.to);
    int bound = Math.min(line.to, at + LONGEST);
    int close = Quoted.close(b, quote, at, bound);
    line.opens(at, close);
    line.quotes.at(quote, line.from);
    int depth = quote - at;
    boolean closing =
        b[quote] == '"'
            ? line.quotes.outer() == depth || line.quotes.inner() == depth
            : line.quotes.single();
    int from = quote + 1;
    if (close >= bound
        || closing
        || !TEXT.matches(b, from, close)
        || LABEL.matches(line, close) && !ValueCheck.PASSWORD.has(b, from, close)) {
      return end;
    }
    int second = Quoted.after(b, close, line.to) + 1;
    int label = second < line.to && b[second - 1] == ' ' ? Quoted.open(b, second, line.to) : -1;
    int last = label < 0 ? bound : Quoted.close(b, label, second, bound);
    if (last < bound) {
      // What for, then the password.
      return take(label + 1, last);
    }
    line.opens(at, second);
    return take(from, close);
  }

  /** {@code bearer token x}, {@code signing key x}, {@code shodan key x}. */
  private int token(Kind kind, int at) {
    boolean spoken =
        kind == Kind.ISSUED || names.spoken() || WordBefore.says(line, start, WordList.SPOKEN.bit);
    boolean secret =
        end - start <= "secrets".length()
            && Bytes.atIgnoreCase(b, start, end, "secret")
            && !WordBefore.says(line, start, WordList.USED.bit);
    if (kind == Kind.QUERY && !spoken || secret) {
      return secret ? statement(at) : end;
    }
    int from = Bytes.at(b, at, line.to, "is ") ? at + 3 : at;
    if (Bytes.at(b, at, line.to, "was ") && Quoted.open(b, at + 4, line.to) >= 0) {
      return quoted(at + 4);
    }
    int quote = Quoted.open(b, from, line.to);
    from = quote < 0 ? from : quote + 1;
    int to = line.wordEnd(from);
    line.opens(from, to);
    int last = Bytes.trimmed(b, from, to);
    boolean strong = ValueCheck.strong(b, from, last, spoken ? 16 : 20, spoken) || used(from, last);
    boolean shown = ValueCheck.placeholder(b, from, last) || PUBLIC.matches(b, from, last);
    return strong && !shown ? take(from, last) : end;
  }

  /** A statement of a file: {@code secret "x";}. */
  private int statement(int at) {
    int quote = Quoted.open(b, at, line.to);
    if (quote < 0) {
      return end;
    }
    int close = Quoted.close(b, quote, at, line.to);
    int after = Quoted.after(b, close, line.to);
    line.opens(at, after);
    return close > quote + 3 && Bytes.at(b, after, line.to, ";") ? take(quote + 1, close) : end;
  }

  /**
   * {@code with token x}, {@code using API key x}: letters and digits, nothing that joins words.
   */
  private boolean used(int from, int to) {
    int name =
        WordBefore.says(line, start, WordList.SPOKEN.bit) ? WordBefore.word(line, start) : start;
    return WordBefore.says(line, name, WordList.USED.bit)
        && to - from >= 8
        && Bytes.runEnd(b, from, to, Bytes.WORD) == to
        && ValueCheck.PASSWORD.has(b, from, to);
  }

  /** {@code for user bob (mail): x}, {@code for bob is x}; never {@code for bob from}. */
  private int named(int at, boolean changed) {
    int bound = Math.min(line.to, at + LONGEST);
    int i = at;
    int words = 0;
    while (i < bound && words < 8) {
      int to = i;
      boolean round = b[i] == '(';
      while (to < bound && (round || !Bytes.is(b[to], Bytes.BLANK))) {
        round &= b[to] != ')';
        to++;
      }
      if (to > i && b[to - 1] == ']' && b[i] != '[') {
        // The name stands in brackets that end here: [set password for bob] ok: db1
        return end;
      }
      int next = Bytes.skipBlank(b, to, line.to);
      if (to - i > 1 && b[to - 1] == ':' && next > to) {
        return Bytes.at(b, next, line.to, "(") ? end : said(next, true);
      }
      int value = (changed ? CHANGES : IS).match(line, i);
      if (words > 0 && value >= 0) {
        return said(value, b[i] == '=' || Bytes.next(b, i, value, ':') < value);
      }
      if (PROSE.matches(line.part(to), i)) {
        return end;
      }
      i = next;
      words++;
    }
    return end;
  }

  private int said(int from, boolean sign) {
    if (from >= line.to) {
      return end;
    }
    int typed = TypedValue.skip(line, from);
    if (Quoted.open(b, typed, line.to) >= 0) {
      return quoted(typed);
    }
    int to = line.wordEnd(from);
    int last = Bytes.trimmed(b, from, to);
    line.opens(from, to);
    if (sign && names.passphrase() && !ValueCheck.prose(b, from, to)) {
      return sole(from, phraseEnd(from));
    }
    boolean shaped = Values.shaped(b, from, last, 4);
    int next = Bytes.skipBlank(b, to, line.to);
    if (!shaped && !LAST.matches(line, next)
        || ValueCheck.prose(b, from, to)
        || !sign && last - from < 4) {
      return end;
    }
    return sole(from, shaped || sign ? to : last);
  }

  /** Words up to the end of the line or of the text it is in, or the first of them alone. */
  private int phraseEnd(int from) {
    int to = Bytes.runEnd(b, from, line.to, Bytes.ALNUM | Bytes.BLANK);
    boolean words = LAST_WORD.matches(line, to) && !ValueCheck.sentence(b, from, to);
    return words ? Bytes.runStart(b, from, to, Bytes.BLANK) : line.wordEnd(from);
  }

  private int sole(int from, int to) {
    boolean word = WORD.matches(b, from, to) && !ValueCheck.placeholder(b, from, to);
    return word ? take(from, to) : end;
  }

  /** A table of two columns: name and value. */
  private int cell(Kind kind, int at) {
    if (!FIRST_CELL.matches(line, start)) {
      return end;
    }
    int from = Bytes.skipBlank(b, at + 1, line.to);
    int close = line.next('|', from);
    if (close == line.to) {
      line.open(from);
      return end;
    }
    int rest = Bytes.skipBlank(b, close + 1, line.to);
    int to = Bytes.runStart(b, from, close, Bytes.BLANK);
    boolean cell = (kind == Kind.QUERY ? KEY_CELL : CELL).matches(b, from, to);
    return cell && LAST_CELL.matches(line, rest) ? sole(from, to) : end;
  }

  private int take(int from, int to) {
    return line.hideValue(from, to) ? to : from;
  }
}
