package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;

/**
 * What stands where a value would and speaks of it only: code, a manual, a size, a type's name, the
 * value's own name.
 */
public final class MentionedName {
  /** How far behind the value it may be told. */
  private static final int LOOK = 8;

  /** How long a shell's message is. */
  private static final int MESSAGE = 24;

  /** A size, a call's result, a mark in another's brackets. */
  private static final Pattern SPOKEN_OF =
      Values.after("size-in-bytes | awaited-call | wrapped-mark");

  private static final Pattern NAME = Values.after("<[^:]+: noun> \":\" $");
  private static final Pattern WORD = Values.after("lower [{alpha}_]* \":\" $");

  /** {@code DB_PASSWORD=library: command not found}. */
  private static final Pattern SHELL = Values.after("shell-message");

  /** A manual's two columns: <code>-W, --password    ask for a password</code>. */
  private static final Pattern OPTION = Values.before("manual-option");

  private static final Pattern TOLD = Values.after("manual-told");

  private MentionedName() {}

  /** Whether {@code b[from, to)}, bare behind the name in {@code [start, end)}, is no value. */
  public static boolean is(Line l, int start, int end, int from, int to) {
    byte[] b = l.b;
    if (to + LOOK >= l.to || b[to - 1] == ':' && to + MESSAGE >= l.to) {
      l.open(from);
    }
    return SPOKEN_OF.matches(l, from)
        || b[to - 1] == ':' && name(l, from, to) && !(b[from - 1] == '=' && SHELL.matches(l, to))
        || assigned(b, start, end, from, Bytes.trimmed(b, from, to))
        || b[start] == '-' && OPTION.matches(l, start) && TOLD.matches(l, from);
  }

  /**
   * Another name, or what a message begins with: {@code secret: password: x}, {@code token: oidc:
   * expired}.
   */
  private static boolean name(Line l, int from, int to) {
    return NAME.matches(l.b, from, to)
        || WORD.matches(l.b, from, to) && Bytes.at(l.b, to, l.to, " ");
  }

  /** {@code this.password = password;}, {@code {"password": password}}. */
  private static boolean assigned(byte[] b, int start, int end, int from, int to) {
    boolean member = Bytes.at(b, start, end, "this.") || Bytes.at(b, start, end, "self.");
    int own = end - (to - from);
    boolean whole = own == start && end < from && Bytes.is(b[end], Bytes.QUOTE);
    boolean last = member && own > start && (b[own - 1] == '.' || b[own - 1] == '_');
    return (whole || last) && text(b, own, end).equalsIgnoreCase(text(b, from, to));
  }

  private static String text(byte[] b, int from, int to) {
    return new String(b, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
