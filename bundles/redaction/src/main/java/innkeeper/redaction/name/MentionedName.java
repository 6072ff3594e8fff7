package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/**
 * What stands where a value would and speaks of it only: code, a manual, a size, a type's name, the
 * value's own name.
 */
public final class MentionedName {
  /** How far behind the value it may be told. */
  private static final int LOOK = 8;

  /** How long a shell's message is. */
  private static final int MESSAGE = 24;

  /** {@code token = await getToken(user)}, {@code credentials = new Basic(name, x)}. */
  private static final Pattern AWAITED = Values.after("awaited-call");

  /** Rust's {@code Secret([REDACTED alloc::string::String])}. */
  private static final Pattern WRAPPED = Values.after("wrapped-mark");

  /** {@code DB_PASSWORD=library: command not found}. */
  private static final Pattern SHELL = Values.after("shell-message");

  private MentionedName() {}

  /** Whether {@code b[from, to)}, bare behind the name in {@code [start, end)}, is no value. */
  public static boolean is(Line l, int start, int end, int from, int to) {
    byte[] b = l.b;
    if (to + LOOK >= l.to || b[to - 1] == ':' && to + MESSAGE >= l.to) {
      l.open(from);
    }
    return Bytes.is(b[from], Bytes.DIGIT)
            && Values.digits(b, from, to)
            && Bytes.at(b, to, l.to, " bytes")
        || b[to - 1] == ':' && name(l, from, to) && !(b[from - 1] == '=' && SHELL.matches(l, to))
        || AWAITED.matches(l, from)
        || assigned(b, start, end, from, Bytes.trimmed(b, from, to))
        || manual(l, start, from, to)
        || WRAPPED.matches(l, from);
  }

  /**
   * Another name, or what a message begins with: {@code secret: password: x}, {@code token: oidc:
   * expired}.
   */
  private static boolean name(Line l, int from, int to) {
    return WordList.is(l.b, from, to - 1, WordList.NOUN.bit)
        || Bytes.is(l.b[from], Bytes.LOWER)
            && Bytes.runEnd(l.b, from, to, Bytes.ALPHA | Bytes.UNDERSCORE) == to - 1
            && to < l.to
            && l.b[to] == ' ';
  }

  /** {@code this.password = password;}, {@code {"password": password}}. */
  private static boolean assigned(byte[] b, int start, int end, int from, int to) {
    boolean member = Bytes.at(b, start, end, "this.") || Bytes.at(b, start, end, "self.");
    int own = end - (to - from);
    boolean whole = own == start && end < from && Bytes.is(b[end], Bytes.QUOTE);
    boolean last = member && own > start && (b[own - 1] == '.' || b[own - 1] == '_');
    if (!whole && !last) {
      return false;
    }
    int i = 0;
    while (from + i < to && Bytes.lower(b[own + i]) == Bytes.lower(b[from + i])) {
      i++;
    }
    return from + i == to;
  }

  /** A manual's two columns: <code>-W, --password    ask for a password</code>. */
  private static boolean manual(Line l, int start, int from, int to) {
    byte[] b = l.b;
    if (b[start] != '-' || b[from - 1] != ' ' || b[from - 2] != ' ') {
      return false;
    }
    boolean letter =
        start - 4 >= l.from && b[start - 4] == '-' && Bytes.at(b, start - 2, start, ", ");
    int option = letter ? start - 4 : start;
    int blanks = Bytes.runStart(b, l.from, option, Bytes.BLANK);
    boolean column =
        blanks == l.from || option - blanks > 1 || Bytes.is(b[blanks - 1], Bytes.QUOTE);
    return column
        && Bytes.runEnd(b, from, to, Bytes.ALPHA) == to
        && to + 1 < l.to
        && b[to] == ' '
        && Bytes.is(b[to + 1], Bytes.ALPHA);
  }
}
