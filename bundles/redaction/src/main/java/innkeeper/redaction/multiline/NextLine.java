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

/**
 * A name whose value stands on the next line: YAML's scalars and blocks, PHP's dumps, a name and
 * its value as two members, a password that a program prints on a line of its own.
 */
public final class NextLine {
  private static final Pattern WORD = Values.after("lone-word");

  /** Up to the code that a line is, over its number or dash. */
  private static final Pattern CODE = Values.after("listed-code");

  /** A line of Hibernate's for each value. */
  private static final Pattern BOUND = Values.after("to(160 'binding parameter ') 'binding'");

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
    BLOCK("<.+: !sentence>"),
    /** Lines of one item each. */
    ITEMS,
    /** {@code value: x} after {@code name: X}. */
    MEMBER,
    /** A line that is one word which looks like a secret. */
    LONE,
    /** A line that is one word, whatever it looks like. */
    WORD("lone-word"),
    /**
     * A line's last word, of base64, whatever stands before it: {@code C: x}, {@code send:
     * 'x\r\n'}. It is no word of prose, and not the prompt again.
     */
    BASE64("to(last-base64) «base64+»"),
    /** Lines of a user and a password each. */
    LOGINS("listed-login"),
    /** Values of a statement with parameters, the first of which is a password. */
    BOUND_1("bound-1"),
    /** The same of the second. */
    BOUND_2("bound-2"),
    /** The same of the third. */
    BOUND_3("bound-3"),
    /** The next line that is not empty, whatever it is; a form's. */
    FIELD("!\"--\""),
    /** Lines of one code each. */
    CODES,
    /** Up to three quotes: a word, then lines of a long code. */
    TEXT,
    /** The text of an XML element: one word with a digit. */
    ELEMENT("&lone-word element-secret"),
    /** The values of a Secret of Kubernetes, among its other lines. */
    SECRET_OBJECT,
    /** The same of an object that may be another; its values follow at once. */
    OBJECT,
    /** Base64 of a Secret, further in than {@code data:}. */
    SECRET_DATA,
    /** The same of an object that may be another. */
    DATA,
    /** A list of a call's parameters, a key among them. */
    PARAMETERS;

    /** A line that is the value. */
    private final Pattern looks;

    Wait() {
      this("!.");
    }

    Wait(String looks) {
      this.looks = Values.after(looks);
    }
  }

  /**
   * What is waited for.
   *
   * @param column where its name stands; of a text its quote
   * @param lines that were looked at since
   * @param held what the values of a list or a map are
   * @param map whether the items may be a map's
   */
  private record State(Wait what, int column, int lines, Held held, boolean map) {
    static final State CLOSED = new State(Wait.NOTHING, 0, 0, Held.NOTHING, false);
  }

  private State now = State.CLOSED;
  private final Container items = new Container();

  /** Set while a line is looked at that is not whole: nothing is to be expected of it yet. */
  public boolean frozen;

  public boolean isOpen() {
    return now != State.CLOSED;
  }

  public void close() {
    now = State.CLOSED;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(NextLine other) {
    return now == other.now || now.equals(other.now);
  }

  public void become(NextLine other) {
    now = other.now;
  }

  /** Waits for that on the lines that follow, wherever its name stands. */
  public void expect(Wait what) {
    expect(what, 0);
  }

  public void expect(Wait what, int column) {
    expect(what, column, Held.NOTHING, false);
  }

  /** A list may follow, or a map if the name allows that. */
  public void expect(Wait what, int column, Held held, boolean map) {
    // A Secret's other lines say its name and version.
    boolean about = what == Wait.MEMBER || what == Wait.OBJECT;
    // The name of chpasswd is the name of a password as well.
    boolean logins = now.what == Wait.LOGINS && now.lines == 0;
    if (!frozen && !logins && !(now.what == Wait.SECRET_OBJECT && about)) {
      now = new State(what, column, 0, held, map);
    }
  }

  /** A line that something is waited for on. */
  public void line(Line l) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, l.from, l.to);
    int to = Bytes.runStart(b, from, l.to, Bytes.BLANK);
    now = new State(now.what, now.column, now.lines + 1, now.held, now.map);
    if (from == to) {
      if (now.what != Wait.BLOCK && now.lines > 2 || now.lines > MAX_LINES) {
        close();
      }
      return;
    }
    boolean in = from - l.from > now.column;
    boolean dash = Container.dash(b, from, to) && (in || from - l.from == now.column);
    if (now.what == Wait.ITEMS || now.what == Wait.SCALAR && dash && now.held != Held.NOTHING) {
      items(l, from, to, in || dash);
      return;
    }
    switch (now.what) {
      case SECRET_OBJECT, OBJECT, SECRET_DATA, DATA -> {
        object(l, from, to, in);
        return;
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
          int tag = b[value - 1] == '>' ? Bytes.next(b, value, to, '<') : to;
          scalar(l, value, tag, true);
        }
      }
      case TEXT -> text(l, from, to);
      case LONE -> alone(l, from, to);
      case BASE64, LOGINS, BOUND_1, BOUND_2, BOUND_3 -> {
        if (now.what.looks.matches(l, l.from)) {
          l.hideValue(l.stretchFrom(0), l.stretchTo(0));
        }
      }
      case CODES -> {
        int code = CODE.match(LineText.ofValue(b, to), from);
        l.hideValue(code < 0 ? to : code, to);
      }
      default -> {
        boolean within = in || now.what != Wait.BLOCK;
        if (within && now.what.looks.matches(b, from, to)) {
          l.hideValue(from, to);
        }
      }
    }
    if (now.what == Wait.PARAMETERS && b[to - 1] == '[') {
      expect(Wait.ITEMS, from - l.from, Held.TOKENS, false);
    } else if (!goesOn(b, from, to, in)) {
      close();
    }
  }

  private void items(Line l, int from, int to, boolean in) {
    if (in && items.line(l, from, to, now.held, now.map)) {
      now = new State(Wait.ITEMS, now.column, now.lines, now.held, now.map);
    } else {
      close();
    }
  }

  private void object(Line l, int from, int to, boolean in) {
    boolean sure = now.what == Wait.SECRET_OBJECT || now.what == Wait.SECRET_DATA;
    boolean data = now.what == Wait.DATA || now.what == Wait.SECRET_DATA;
    if (data && in && now.lines <= MAX_LINES) {
      SecretObject.line(l, sure);
    } else if (!data && SecretObject.begins(l.b, from, to)) {
      expect(sure ? Wait.SECRET_DATA : Wait.DATA, from - l.from);
    } else if (now.what != Wait.SECRET_OBJECT
        || now.lines > MAX_OBJECT
        || Bytes.at(l.b, from, to, "---")) {
      close();
    }
  }

  /** Whether what is waited for may still come after this line. */
  private boolean goesOn(byte[] b, int from, int to, boolean in) {
    return switch (now.what) {
      case BLOCK -> in && now.lines <= MAX_LINES;
      case TEXT -> closing(b, from, to) < 0 && held(b, from, to);
      case CODES -> now.lines <= MAX_CODES && CODE.matches(b, from, to);
      case LOGINS ->
          now.lines <= MAX_CODES && (now.lines < 2 || now.what.looks.matches(b, from, to));
      case BOUND_1, BOUND_2, BOUND_3 ->
          now.lines < MAX_MEMBERS || now.lines <= MAX_CODES && BOUND.matches(b, from, to);
      case PARAMETERS -> now.lines < MAX_MEMBERS;
      case MEMBER ->
          now.lines < MAX_MEMBERS
              && "-}])<".indexOf(b[from]) < 0
              && NamedMember.value(b, from, to) < 0;
      default -> false;
    };
  }

  private int closing(byte[] b, int from, int to) {
    return Bytes.indexOfIgnoreCase(b, from, to, Character.toString(now.column).repeat(3));
  }

  private void text(Line l, int from, int to) {
    int quote = closing(l.b, from, to);
    int end = quote < 0 ? to : quote;
    if (quote >= 0 && (now.lines == 1 || word(l.b, from, end)) || held(l.b, from, end)) {
      l.hideValue(from, end);
    }
  }

  /** Whether a text that may never be closed holds the line: a word, behind it codes alone. */
  private boolean held(byte[] b, int from, int to) {
    return now.lines == 1 ? word(b, from, to) : ValueCheck.strong(b, from, to, 16, true);
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
    return WORD.matches(b, from, to);
  }

  private static boolean alone(Line l, int from, int to) {
    return ValueCheck.byChance(l.b, from, to, 16) && l.hideValue(from, to);
  }
}
