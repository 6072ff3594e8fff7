package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/**
 * A list or a map under a secret's name: {@code ["x", "y"]}, {@code [x y]}, <code>{"bob": "x"}
 * </code>, or lines of one item each.
 */
public final class Container {
  /** What its name says of its values. */
  public enum Held {
    NOTHING,
    /** A string is one, and a word that has letters and digits. */
    PASSWORDS,
    /** The same of a longer word. */
    SECRETS,
    /** One that looks like a password, for what is said of one stands there as well. */
    LIKELY,
    /** Parsers and language models have other tokens: only what looks drawn by lot is one. */
    TOKENS
  }

  /** How far behind it the next name may end. */
  private static final int NEXT = 40;

  private static final Pattern LIST_WORD =
      Values.after("![\\{(<[] [^\\x00-\\x20{quote}\\\\,\\])]+");
  private static final Pattern MAP_WORD =
      Values.after("![\\{(<[] [^\\x00-\\x20{quote}\\\\,\\])<>;([\\{}:=]+");
  private static final Pattern SOLE = Values.after("sole-item");
  private static final Pattern SOLE_WORD =
      Values.after("<.+: at-least(4) !noun|about|no-value|prose-word>");
  private static final Pattern TEXT = Values.after("<.+: !prose-word|sentence>");
  private static final Pattern MEMBER_TEXT =
      Values.after("<.+: !noun|about|no-value|number|prose-word|sentence>");

  /** A member of a map that may have others as well, and what an account may have besides. */
  private static final Pattern LIKELY = Values.after("likely-member");

  private static final Pattern LIKELY_PASSWORD =
      Values.after("<.+: !noun|about|no-value password-like>");

  /** An item of a list of passwords that has several words. */
  private static final Pattern WORDS =
      Values.after("password-word-of (\" \" password-word-of){1,5} $");

  private final Value value = new Value();
  private final KeyName member = new KeyName();
  private Line line;
  private byte[] b;
  private Held held;
  private boolean named;
  private boolean quoted;
  private boolean about;
  private boolean account;
  private int from;
  private int to;

  /** Reads the items behind the bracket at {@code at}; returns where they end. */
  public int read(Line l, int at, Held of) {
    reset(l, of);
    boolean map = b[at] == '{' || Bytes.at(b, at - 3, l.to, "map[");
    int i = gap(at + 1, l.to);
    int next = item(i, map);
    while (next > i) {
      boolean hidden = hide();
      int behind = Bytes.skipBlank(b, next, l.to);
      boolean comma = behind < l.to && b[behind] == ',';
      // Without commas a list has words alone, and prose is none.
      boolean ends = !comma && (quoted || !named && !hidden);
      i = ends ? behind : gap(next, l.to);
      next = ends ? -1 : item(i, map);
    }
    l.opensAtEnd(at, i);
    return Math.min(i, l.to);
  }

  /** Hides the item that a line is; returns whether it is one. */
  public boolean line(Line l, int first, int last, Held of, boolean map) {
    reset(l, of);
    boolean dash = dash(b, first, last);
    int i = dash ? Bytes.skipBlank(b, first + 1, last) : first;
    if (dash && of == Held.PASSWORDS && WORDS.matches(b, i, last)) {
      from = i;
      to = last;
      quoted = false;
      named = false;
      about = false;
      hide();
      return true;
    }
    boolean one = gap(item(i, !dash), last) == last && i < last;
    if (one && (dash || quoted && !named || named && map)) {
      hide();
      return true;
    }
    return false;
  }

  /** Whether an item of YAML's begins here. */
  public static boolean dash(byte[] b, int from, int to) {
    return Bytes.at(b, from, to, "- ");
  }

  private void reset(Line l, Held of) {
    line = l;
    b = l.b;
    held = of;
    value.forget();
  }

  private int gap(int at, int last) {
    int i = at;
    while (i >= 0 && i < last && (b[i] == ',' || Bytes.is(b[i], Bytes.BLANK))) {
      i++;
    }
    return i;
  }

  /** Over a value and its name, if it has one; -1 if something else stands there. */
  private int item(int at, boolean map) {
    int next = word(at, map);
    int sign = next < 0 ? line.to : Bytes.skipBlank(b, next, line.to);
    named = sign < line.to && (b[sign] == ':' || b[sign] == '=');
    about = false;
    if (!named) {
      return next;
    }
    boolean address = Bytes.next(b, from, to, '@') < to;
    account = address || WordList.is(b, from, to, WordList.PASS_BEFORE.bit);
    boolean password = held == Held.PASSWORDS || held == Held.LIKELY;
    about = !address && member.about(b, from, to, password ? 0 : WordList.NEUTRAL.bit);
    int behind = sign + (Bytes.at(b, sign, line.to, "=>") ? 2 : 1);
    return word(Bytes.skipBlank(b, behind, line.to), map);
  }

  private int word(int at, boolean map) {
    from = at;
    to = at;
    quoted = at < line.to && Quoted.open(b, at, line.to) >= 0;
    if (quoted) {
      value.read(line, at, at, false);
      from = value.from;
      to = value.to;
      return value.quote == 0 ? -1 : Math.min(line.to, to + value.depth + 1);
    }
    if (RedactionMark.at(b, at, line.to)) {
      return at + RedactionMark.PLAIN.length;
    }
    int end = (map ? MAP_WORD : LIST_WORD).match(line, at);
    to = Math.max(at, end);
    return end;
  }

  private boolean hide() {
    return from < to && !about && isSecret() && line.hideValue(from, to);
  }

  /** <code>{password=[x], user=[bob]}</code>: a word alone, in a dump of a form. */
  private boolean sole() {
    if (quoted || named) {
      return false;
    }
    if (to + NEXT >= line.to) {
      // What follows decides.
      line.open(from);
    }
    return SOLE.matches(line, from - 1) && SOLE_WORD.matches(b, from, to);
  }

  private boolean isLikely() {
    return LIKELY.matches(b, from, to) || account && LIKELY_PASSWORD.matches(b, from, to);
  }

  private boolean isSecret() {
    if (held == Held.LIKELY) {
      return named && isLikely();
    }
    boolean drawn = ValueCheck.byChance(b, from, to, 8);
    if (drawn || held == Held.TOKENS) {
      return drawn;
    }
    if (!quoted && ValueCheck.code(b, from, to, true)) {
      return false;
    }
    boolean passwords = held == Held.PASSWORDS;
    if (passwords && sole()) {
      return true;
    }
    if (quoted && (passwords || !named)) {
      return (named ? MEMBER_TEXT : TEXT).matches(b, from, to);
    }
    if (named) {
      return ValueCheck.PASSWORD.has(b, from, to)
          || passwords && ValueCheck.SIGNED.has(b, from, to);
    }
    return Values.shaped(b, from, to, passwords ? 1 : 8);
  }
}
