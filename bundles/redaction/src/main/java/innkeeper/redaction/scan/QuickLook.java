package innkeeper.redaction.scan;

import innkeeper.redaction.http.UserInfo;
import innkeeper.redaction.multiline.TableHeader;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.NameBounds;
import innkeeper.redaction.name.Operator;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/**
 * A closer look at a trigger before its whole line is looked at. It may say yes too often, never no
 * too often; what terminal sequences hide is found by other means.
 */
public final class QuickLook {
  private static final Pattern LEADER = Values.after("name-leader");
  private static final Pattern FOLLOWS = Values.after("name-follows");

  /** What a name that has a value may be followed by. */
  private static final ByteSet FOLLOWERS = FOLLOWS.first().or(Operator.followers());

  private static final Pattern FRAME = Values.after("stack-frame");
  private static final Pattern SENTENCE = Values.after("name-sentence");
  private static final Pattern FIRST = Values.after("name-first");
  private static final Pattern PASSWORD = Values.after("password-word");
  private static final Pattern UNLIKELY = Values.after("unlikely-operator");
  private static final Pattern BEGINS = Values.before("name-start");

  /** The first byte of {@code …}, and of other signs. */
  private static final byte ELLIPSIS = (byte) 0xe2;

  private final NameBounds name = new NameBounds();
  private final KeyName names;
  private final Operator operator;
  private final TableHeader header;

  /** What it said yes to last. */
  private Trigger said;

  private int saidAt;
  private byte[] saidOf;

  /** Where the last stack frame's bracket stands. */
  private int frameAt;

  private byte[] frameOf;

  /** What it reads, the name, the operator and the header know. */
  QuickLook(KeyName names, Operator operator, TableHeader header) {
    this.names = names;
    this.operator = operator;
    this.header = header;
  }

  /** Forgets what it said yes to: the bytes may be others now. */
  public void forget() {
    said = null;
    frameOf = null;
  }

  public boolean at(RuleEntry e, Trigger t, LineText line, int start) {
    if (t == said && start == saidAt && line.b == saidOf) {
      return true;
    }
    boolean yes = look(e, t, line, start);
    if (yes) {
      said = t;
      saidAt = start;
      saidOf = line.b;
    }
    return yes;
  }

  private boolean look(RuleEntry e, Trigger t, LineText line, int start) {
    byte[] b = line.b;
    int end = start + t.length();
    return switch (e.kind()) {
      case ROW -> e.rule().plausible(line, start, end);
      case NAME, IDENTIFIED -> key(e, line, start);
      case USERINFO -> b[start] == '%' || userInfo(b, start, line.from, line.to);
      case SCHEME -> scheme(t, b, start, line.to);
      default -> true;
    };
  }

  private static boolean userInfo(byte[] b, int start, int from, int to) {
    boolean colon = false;
    boolean beyond = false;
    boolean cut = false;
    int i = start + 3;
    while (i < to && b[i] != '@' && (b[i] > ' ' || b[i] < 0)) {
      if (b[i] == '/') {
        beyond = beyond || colon && UserInfo.noPort(b, start + 3, i);
        if (!beyond || UserInfo.far(b, start + 3, i)) {
          break;
        }
      }
      colon |= b[i] == ':';
      cut |= colon && (b[i] == '.' && Bytes.at(b, i, to, "...") || b[i] == ELLIPSIS);
      i++;
    }
    boolean web = start > from && ((b[start - 1] | 0x20) == 's' || (b[start - 1] | 0x20) == 'p');
    return i == to || cut || b[i] == '@' && (colon || web);
  }

  /** Whether credentials may follow the scheme. */
  private static boolean scheme(Trigger t, byte[] b, int start, int to) {
    int from = Bytes.skipBlank(b, start + t.text().length, to);
    byte first = t.text()[0];
    if (first == 'd') {
      int name = Bytes.runEnd(b, from, to, Bytes.TOKEN);
      return name > from && (name == to || b[name] == '=');
    }
    int alphabet = Bytes.BASE64_ANY | Bytes.DOT | Bytes.TILDE;
    return first == 'a' || Bytes.runEnd(b, from, Math.min(to, from + 6), alphabet) == from + 6;
  }

  private boolean key(RuleEntry e, LineText line, int start) {
    return name.around(line, start)
        && (led(e, line, start) || header.holds(line, name.end))
        && (e.kind() == Kind.IDENTIFIED
            || names.classify(line.b, name.start, name.end) != KeyName.Kind.NONE);
  }

  /** Whether an operator follows the name, or what may lead to its value without one. */
  private boolean led(RuleEntry e, LineText line, int start) {
    if (name.end == line.to) {
      return true;
    }
    byte next = line.b[name.end];
    if (next == '.' && LEADER.matches(line, name.end)) {
      return true;
    }
    if (!FOLLOWERS.has(next) || next == '(' && frame(line) || !e.likely(line, start)) {
      return false;
    }
    boolean blank = Bytes.is(next, Bytes.BLANK);
    int after = blank ? Bytes.skipBlank(line.b, name.end, line.to) : name.end;
    boolean sign = after < line.to && !Bytes.is(line.b[after], Bytes.ALNUM);
    if (sign && (Operator.begins(line, after, blank) || operator(line, start, next))) {
      return true;
    }
    boolean path = blank && name.start > line.from && line.b[name.start - 1] == '/';
    return Bytes.is(next, Bytes.QUOTE)
        || !path && (FOLLOWS.matches(line, name.end) || blank && said(line, start))
        || blank && !sign && operator(line, start, next);
  }

  /** Whether it is the name of a method in a stack trace; many texts may lead to one. */
  private boolean frame(LineText line) {
    if (frameAt == name.end && frameOf == line.b) {
      return true;
    }
    boolean found = FRAME.matches(line, name.end);
    if (found) {
      frameAt = name.end;
      frameOf = line.b;
    }
    return found;
  }

  private boolean operator(LineText line, int start, byte next) {
    Operator.Kind kind = operator.read(line, name.start, name.end);
    boolean weak = kind == Operator.Kind.BLANK || next == ',' || next == ']';
    return kind != Operator.Kind.NONE && !(weak && UNLIKELY.matches(line, start));
  }

  /** Whether a sentence may say the name's value. */
  private boolean said(LineText line, int start) {
    return BEGINS.matches(line, name.start)
        ? FIRST.matches(line, name.end)
        : PASSWORD.matches(line, start) && SENTENCE.matches(line, name.end);
  }
}
