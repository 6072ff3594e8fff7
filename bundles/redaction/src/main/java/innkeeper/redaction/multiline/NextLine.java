package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.Container;
import innkeeper.redaction.name.Container.Held;
import innkeeper.redaction.name.NamedMember;
import innkeeper.redaction.name.TypedValue;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/**
 * A name whose value stands on the next line: YAML's scalars and blocks, PHP's dumps, a name and
 * its value as two members, a password that a program prints on a line of its own.
 */
public final class NextLine {
  private static final Pattern ELEMENT = Values.after("element-text");
  private static final int MAX_LINES = 400;

  /** Lines between a name and its value, if they are two members. */
  private static final int MAX_MEMBERS = 4;

  private static final int MAX_CODES = 24;

  /** Lines of an object before its values. */
  private static final int MAX_OBJECT = 60;

  public enum Wait {
    NOTHING,
    /** One value, further in than its name, or a dump's. */
    SCALAR,
    /** All lines further in than the name. */
    BLOCK,
    /** Lines of one item each. */
    ITEMS,
    /** {@code value: x} after {@code name: X}. */
    MEMBER,
    /** A line that is one word which looks like a secret. */
    LONE,
    /** A line of base64, whatever its length. */
    BASE64,
    /** The next line that is not empty, whatever it is; a form's. */
    FIELD,
    /** Lines of one code each. */
    CODES,
    /** Up to three quotes: a word, then lines of a long code. */
    TEXT,
    /** The text of an XML element: one word with a digit. */
    ELEMENT,
    /** The values of a Secret of Kubernetes, among its other lines. */
    SECRET_OBJECT,
    /** The same of an object that may be another; its values follow at once. */
    OBJECT,
    /** Base64, further in than {@code data:}. */
    DATA,
    /** A list of a call's parameters, a key among them. */
    PARAMETERS
  }

  private Wait wait = Wait.NOTHING;
  private int column;
  private int lines;
  private Held held = Held.NOTHING;
  private boolean maps;
  private final Container items = new Container();

  /** Set while a line is looked at that is not whole: nothing is to be expected of it yet. */
  public boolean frozen;

  public boolean isOpen() {
    return wait != Wait.NOTHING;
  }

  public void close() {
    wait = Wait.NOTHING;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(NextLine other) {
    return wait == other.wait
        && (wait == Wait.NOTHING
            || column == other.column
                && lines == other.lines
                && held == other.held
                && maps == other.maps);
  }

  public void become(NextLine other) {
    wait = other.wait;
    column = other.column;
    lines = other.lines;
    held = other.held;
    maps = other.maps;
  }

  public void expect(Wait what, int at) {
    // A Secret's other lines say its name and version.
    boolean about = what == Wait.MEMBER || what == Wait.OBJECT;
    if (!frozen && !(wait == Wait.SECRET_OBJECT && about)) {
      wait = what;
      column = at;
      lines = 0;
      held = Held.NOTHING;
      maps = false;
    }
  }

  /** A name and its operator end the line; its values may be a list's. */
  void scalar(Line l, int nameAt, Held values) {
    expect(Wait.SCALAR, nameAt - l.from);
    held = values;
  }

  /** A list begins, or a map if the name allows that. */
  public void items(int nameAt, Held values, boolean map) {
    expect(Wait.ITEMS, nameAt);
    held = values;
    maps = map;
  }

  /** {@code ["name"]=>}: what follows says its type. */
  void dump() {
    expect(Wait.SCALAR, Integer.MAX_VALUE);
  }

  /** {@code name: |}. */
  public void block(Line l, int nameAt) {
    expect(Wait.BLOCK, nameAt - l.from);
  }

  /** {@code name = """}: the text ends at the same quotes. */
  void text(byte quote) {
    expect(Wait.TEXT, quote);
  }

  /** {@code name: DB_PASSWORD}: a value by that name follows, perhaps after a type. */
  public void member() {
    expect(Wait.MEMBER, 0);
  }

  public void lone() {
    expect(Wait.LONE, 0);
  }

  public void field() {
    expect(Wait.FIELD, 0);
  }

  void element() {
    expect(Wait.ELEMENT, 0);
  }

  void base64() {
    expect(Wait.BASE64, 0);
  }

  /** A line that something is waited for on. */
  public void line(Line l) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, l.from, l.to);
    int to = Bytes.runStart(b, from, l.to, Bytes.BLANK);
    lines++;
    if (from == to) {
      if (wait != Wait.BLOCK && lines > 2 || lines > MAX_LINES) {
        close();
      }
      return;
    }
    boolean in = from - l.from > column;
    boolean dash = Container.dash(b, from, to) && (in || from - l.from == column);
    if (wait == Wait.SCALAR && dash && held != Held.NOTHING) {
      wait = Wait.ITEMS;
    }
    if (wait == Wait.ITEMS) {
      if (!(in || dash) || !items.line(l, from, to, held, maps)) {
        close();
      }
      return;
    }
    if (wait == Wait.SECRET_OBJECT || wait == Wait.OBJECT || wait == Wait.DATA) {
      object(l, from, to, in);
      return;
    }
    if (wait == Wait.PARAMETERS && b[to - 1] == '[') {
      items(from - l.from, Held.TOKENS, false);
      return;
    }
    Wait waited = wait;
    if (!goesOn(b, from, to, in)) {
      close();
    }
    switch (waited) {
      case BLOCK -> {
        if (in && !ValueCheck.sentence(b, from, to)) {
          l.hideValue(from, to);
        }
      }
      case SCALAR -> {
        int value = in ? NamedMember.value(b, from, to) : -1;
        if (!scalar(l, value < 0 ? from : value, to, in)) {
          alone(l, from, to);
        }
      }
      case MEMBER -> {
        int value = NamedMember.value(b, from, to);
        if (value >= 0) {
          int tag = b[value - 1] == '>' ? Bytes.indexOf(b, value, to, '<') : to;
          scalar(l, value, tag < 0 ? to : tag, true);
        }
      }
      case TEXT -> text(l, from, to);
      case LONE -> alone(l, from, to);
      case ELEMENT -> {
        if (element(b, from, to)) {
          l.hideValue(from, to);
        }
      }
      case FIELD -> {
        if (!Bytes.at(b, from, to, "--")) {
          l.hideValue(from, to);
        }
      }
      case BASE64 -> base64(l, from, to);
      case CODES -> {
        int code = code(b, from, to);
        if (code >= 0) {
          l.hideValue(code, to);
        }
      }
      default -> {}
    }
  }

  private void object(Line l, int from, int to, boolean in) {
    boolean sure = wait == Wait.SECRET_OBJECT || wait == Wait.DATA && maps;
    if (wait == Wait.DATA && in && lines <= MAX_LINES) {
      SecretObject.line(l, from, to, sure);
    } else if (wait != Wait.DATA && SecretObject.begins(l.b, from, to)) {
      expect(Wait.DATA, from - l.from);
      maps = sure;
    } else if (wait != Wait.SECRET_OBJECT || lines > MAX_OBJECT || Bytes.at(l.b, from, to, "---")) {
      close();
    }
  }

  /** Whether what is waited for may still come after this line. */
  private boolean goesOn(byte[] b, int from, int to, boolean in) {
    return switch (wait) {
      case BLOCK -> in && lines <= MAX_LINES;
      case TEXT -> closing(b, from, to) < 0 && held(b, from, to);
      case CODES -> lines <= MAX_CODES && code(b, from, to) >= 0;
      case PARAMETERS -> lines < MAX_MEMBERS;
      case MEMBER ->
          lines < MAX_MEMBERS && "-}])<".indexOf(b[from]) < 0 && NamedMember.value(b, from, to) < 0;
      default -> false;
    };
  }

  /** Where the code begins that the line is, behind its number or dash; -1 when it is none. */
  private static int code(byte[] b, int from, int to) {
    int number = Bytes.runEnd(b, from, to, Bytes.DIGIT);
    boolean listed = number - from < 3 && number + 1 < to && ".)-*".indexOf(b[number]) >= 0;
    int at = listed && b[number + 1] == ' ' ? Bytes.skipBlank(b, number + 1, to) : from;
    boolean word = Bytes.runEnd(b, at, to, Bytes.ALNUM | Bytes.DASH) == to;
    return word && to - at >= 6 && to - at <= 32 && Bytes.runEnd(b, at, to, Bytes.ALPHA) < to
        ? at
        : -1;
  }

  private int closing(byte[] b, int from, int to) {
    String quotes = Character.toString(column).repeat(3);
    int i = from;
    while (i < to && !Bytes.at(b, i, to, quotes)) {
      i++;
    }
    return i < to ? i : -1;
  }

  private void text(Line l, int from, int to) {
    int quote = closing(l.b, from, to);
    int end = quote < 0 ? to : quote;
    if (quote >= 0 && (lines == 1 || word(l.b, from, end)) || held(l.b, from, end)) {
      l.hideValue(from, end);
    }
  }

  /** Whether a text that may never be closed holds the line: a word, behind it codes alone. */
  private boolean held(byte[] b, int from, int to) {
    return lines == 1 ? word(b, from, to) : ValueCheck.strong(b, from, to, 16, true);
  }

  private static boolean scalar(Line l, int start, int end, boolean in) {
    byte[] b = l.b;
    int typed = TypedValue.skip(LineText.ofValue(b, end), start);
    boolean quoted = Bytes.is(b[typed], Bytes.QUOTE);
    if (!in && typed == start) {
      return false;
    }
    int from = typed;
    int to = end;
    if (quoted) {
      from++;
      while (to > from && b[to - 1] != b[typed]) {
        to--;
      }
      if (to == from) {
        return false;
      }
      to--;
    }
    return quoted ? l.hideValue(from, to) : word(b, from, to) && l.hideValue(from, to);
  }

  /** One word that is no word of a schema, of prose or of another mapping. */
  static boolean word(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Bytes.is(b[i], Bytes.BLANK)) {
        return false;
      }
    }
    return from < to
        && b[to - 1] != ':'
        && b[from] != '{'
        && b[from] != '['
        && !(b[from] == '-' && to - from < 2)
        && !ValueCheck.prose(b, from, to)
        && !WordList.is(b, from, to, WordList.NOUN.bit | WordList.ABOUT.bit | WordList.NEUTRAL.bit);
  }

  /** The line's last word, whatever stands before it: {@code C: x}, {@code send: 'x\r\n'}. */
  private static void base64(Line l, int from, int to) {
    byte[] b = l.b;
    int end = to > from && Bytes.is(b[to - 1], Bytes.QUOTE) ? to - 1 : to;
    end -= Bytes.at(b, end - 4, end, "\\r\\n") ? 4 : 0;
    int word = Bytes.runStart(b, from, end, Bytes.BASE64);
    if (end - word >= 4
        && (word == from || b[word - 1] == ' ' || Bytes.is(b[word - 1], Bytes.QUOTE))) {
      l.hideValue(word, end);
    }
  }

  private static boolean element(byte[] b, int from, int to) {
    return to - from >= 8
        && Bytes.is(b[from], Bytes.ALNUM)
        && (Bytes.classes(b, from, to) & Bytes.DIGIT) != 0
        && ELEMENT.match(LineText.ofValue(b, to), from) == to
        && word(b, from, to)
        && (Values.digits(b, from, to) ? Bytes.indexOf(b, from, to, '.') < 0 : !plain(b, from, to));
  }

  private static boolean plain(byte[] b, int from, int to) {
    return ValueCheck.technical(b, from, to)
        || ValueCheck.address(b, from, to)
        || ValueCheck.code(b, from, to, false);
  }

  private static boolean alone(Line l, int from, int to) {
    boolean strong = ValueCheck.strong(l.b, from, to, 16, true) || ValueCheck.drawn(l.b, from, to);
    return strong && l.hideValue(from, to);
  }
}
