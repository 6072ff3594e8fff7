package innkeeper.redaction.line;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** What an unfinished line ends in: the part that may be the beginning of a token. */
public final class OpenTail {
  private static final int LONGEST = 8192;

  /** So far back an echo is looked for, and a name before a colon. */
  private static final int NEAR = 512;

  private static final Pattern ECHO = Values.after("to('echo ' | 'rintf ') ('echo ' | 'rintf ')");

  private static final Pattern NAME = Values.before("[^{blank}{quote}]*");

  /** Bytes of tokens, a single dot, escapes, terminal sequences, a sign behind a digit. */
  private static final Pattern TOKEN =
      Values.before(
          "([{token}~+/=\\x80-\\xff\\\\\\r\\x08\\e$] | !\".\" \".\" (to(1 [^.]) | $)"
              + " | \"%\" to(1 hex) | \"\\e[\" ([{digit};]{0,15} \";\")? | &digit [:|] to(1 .))*");

  /** What no token is without. */
  private static final Pattern WORD = Values.after("to([{alnum}\\x80-\\xff\\\\$-])");

  private OpenTail() {}

  /** What is echoed may go into a program that takes a password. */
  public static int echoed(byte[] b, int from, int to) {
    int echo = ECHO.match(LineText.ofValue(b, to), Math.max(0, to - NEAR));
    return echo < 0 ? to : Math.max(from, echo);
  }

  /** After a name and a colon a password may stand, and only what follows it tells. */
  private static int afterColon(byte[] b, int from, int to) {
    LineText text = new LineText();
    text.reset(b, Math.max(0, to - NEAR), to);
    int colon = Bytes.indexOf(b, NAME.match(text, to), to, ':');
    return colon < 0 ? to : Math.max(from, colon + 1);
  }

  /** First byte of the token the line may be in the midst of; its end if it is in none. */
  public static int start(byte[] b, int from, int to) {
    LineText text = new LineText();
    text.reset(b, Math.max(from, to - LONGEST), to);
    int token = TOKEN.match(text, to);
    int run = WORD.matches(text, token) ? token : to;
    int mark = RedactionMark.start(b, text.from, to);
    return Math.min(Math.min(run, mark), Math.min(echoed(b, from, to), afterColon(b, from, to)));
  }
}
