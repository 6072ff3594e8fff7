package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/** What stands before a name in a sentence. */
final class WordBefore {
  private static final int LONGEST = 16;

  private static final Pattern CHANGE = Values.after("change-verb");
  private static final Pattern USER =
      Values.before("('user' | 'login') blank+ [\"']? [{token}.@+]{0,64} [\"']? blank*");

  private WordBefore() {}

  /** Where the word before {@code at} begins. */
  static int word(Line line, int at) {
    int to = Bytes.runStart(line.b, line.from, at, Bytes.BLANK | Bytes.DASH);
    return Bytes.runStart(line.b, Math.max(line.from, to - LONGEST), to, Bytes.ALPHA);
  }

  /** Whether the word before {@code at} is known for {@code flag}. */
  static boolean says(Line line, int at, int flag) {
    int to = Bytes.runStart(line.b, line.from, at, Bytes.BLANK | Bytes.DASH);
    return WordList.is(line.b, word(line, at), to, flag);
  }

  /** {@code user bob pass x}. */
  static boolean user(Line line, int at) {
    return USER.matches(line, at);
  }

  /** Whether it is said that the name's value becomes another: {@code changed password}. */
  static boolean changed(Line line, int at) {
    int to = Bytes.runStart(line.b, line.from, at, Bytes.BLANK);
    int from = Bytes.runStart(line.b, Math.max(line.from, to - LONGEST), to, Bytes.ALPHA);
    return changes(line.b, from, to);
  }

  /** Whether the word is a verb that makes a value another. */
  static boolean changes(byte[] b, int from, int to) {
    return CHANGE.matches(b, from, to);
  }
}
