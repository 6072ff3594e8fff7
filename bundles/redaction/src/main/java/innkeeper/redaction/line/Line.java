package innkeeper.redaction.line;

import innkeeper.redaction.command.FormReader;
import innkeeper.redaction.command.Secrets;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quotes;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** One line under the microscope: its bytes, what was found in it, and what may yet be. */
public final class Line extends LineText implements Secrets {
  private static final char[] ASKED = {'@', ']', '<', '>', '|'};

  private static final Pattern OAUTH =
      Values.after("to('state=' | 'callback' | 'grant_type=' | 'redirect_uri=')");
  private static final Pattern WORD = Values.after("word-byte*");
  private static final Pattern ESCAPED = Values.before("escape-letter");

  public final FoundSpans spans = new FoundSpans();
  public final Quotes quotes = new Quotes();
  public final FormReader commands = new FormReader(this, quotes, this);

  /** The number of the row at work. */
  public int rule;

  /** Ends where the incarnation ended: a token that touches the end counts although short. */
  public boolean cut;

  private final int[] nextFrom = new int[128];
  private final int[] nextAt = new int[128];
  private int textFrom;
  private int textTo;

  public void set(byte[] bytes, int lineFrom, int lineTo) {
    reset(bytes, lineFrom, lineTo);
    cut = false;
    whole = true;
    for (char c : ASKED) {
      nextAt[c] = -1;
    }
    textFrom = lineTo + 1;
    textTo = -1;
    spans.clear();
    quotes.reset(bytes, lineFrom);
    commands.forget();
  }

  /** Marks what is to be hidden; returns whether that is something. */
  public boolean secret(int start, int end) {
    return secret(start, end, -1);
  }

  public boolean secret(int start, int end, int kind) {
    if (start >= end || RedactionMark.covers(b, start, end, from, to)) {
      return false;
    }
    int first = start;
    while (first > from && (b[first] & 0xc0) == 0x80) {
      first--;
    }
    // A byte that goes on with no character stands for itself.
    first = b[first] < 0 ? first : start;
    int last = end;
    while (last < to && (b[last] & 0xc0) == 0x80) {
      last++;
    }
    spans.add(first, last, kind, rule);
    if (last == to) {
      open(first);
    }
    return true;
  }

  /** Marks a value unless it only stands in a secret's place; returns whether it is one. */
  public boolean hideValue(int start, int end) {
    if (start >= end || ValueCheck.placeholder(b, start, end)) {
      return false;
    }
    secret(start, end);
    return true;
  }

  @Override
  public void hide(int start, int end) {
    secret(start, end);
  }

  @Override
  public void hideCookies(int start, int end) {
    Cookies.redact(this, start, end, true, false);
  }

  public void open(int at) {
    open = Math.min(open, at);
  }

  /**
   * What was read from {@code start} on ended at {@code end}. Where that is the line's end, or what
   * ended it is the line's last byte, the next one may say otherwise.
   */
  public void opens(int start, int end) {
    if (end + 1 >= to) {
      open(start);
    }
  }

  /** The same where nothing but the line's end may have ended it. */
  public void opensAtEnd(int start, int end) {
    if (end >= to) {
      open(start);
    }
  }

  /**
   * End of the word at {@code at}, which quotes, brackets and blanks end; asked again within the
   * word it costs nothing.
   */
  public int wordEnd(int at) {
    return WORD.match(this, at);
  }

  /** Next {@code c} (ASCII) at or after {@code start}, or the line's end; looked for only once. */
  public int next(char c, int start) {
    if (start < nextFrom[c] || start > nextAt[c]) {
      nextFrom[c] = start;
      nextAt[c] = Bytes.next(b, start, to, c);
    }
    return nextAt[c];
  }

  /** Whether the line speaks of OAuth's redirect, so that a {@code code} is one of its codes. */
  public boolean oauth() {
    return OAUTH.matches(this, from);
  }

  /** End of the text that stands in quotes around {@code at}, or of the line without quotes. */
  public int textEnd(int at) {
    quotes.at(at, from);
    int outer = quotes.outer();
    if (outer < 0 && !quotes.single()) {
      return to;
    }
    if (at >= textFrom && at <= textTo) {
      return textTo;
    }
    int i = at;
    while (i < to) {
      byte c = b[i];
      if (c == '"' && outer >= 0) {
        int n = Bytes.backslashesBefore(b, at, i);
        if (Quotes.closes(n, outer)) {
          i -= Math.min(n, outer);
          break;
        }
      } else if (c == '\'' && quotes.single()) {
        break;
      }
      i++;
    }
    textFrom = at;
    textTo = i;
    return i;
  }

  /**
   * Whether nothing of a word stands before {@code at}. The last letter of an escape, of a terminal
   * sequence or of a percent code is no part of a word.
   */
  public boolean wordStart(int at) {
    return at <= from || !Bytes.is(b[at - 1], Bytes.ALNUM) || ESCAPED.matches(this, at);
  }
}
