package innkeeper.redaction.line;

import innkeeper.redaction.text.Bytes;

/** What an unfinished line ends in: the part that may be the beginning of a token. */
public final class OpenTail {
  private static final int MIGHT = Bytes.TOKEN | Bytes.TILDE | Bytes.PLUS_SLASH | Bytes.EQUALS;
  private static final int LONGEST = 8192;

  private OpenTail() {}

  /** What is echoed may go into a program that takes a password. */
  public static int echoed(byte[] b, int from, int to) {
    int floor = Math.max(0, to - 512);
    int echo = Bytes.indexOfIgnoreCase(b, floor, to, "echo ");
    int print = Bytes.indexOfIgnoreCase(b, floor, to, "rintf ");
    int at = Math.min(echo < 0 ? to : echo + 5, print < 0 ? to : print + 6);
    return Math.max(from, at);
  }

  /** After a name and a colon a password may stand, and only what follows it tells. */
  private static int afterColon(byte[] b, int from, int to) {
    int floor = Math.max(0, to - 512);
    int i = to;
    while (i > floor && !Bytes.is(b[i - 1], Bytes.BLANK | Bytes.QUOTE)) {
      i--;
    }
    int colon = Bytes.indexOf(b, i, to, ':');
    return colon < 0 ? to : Math.max(from, colon + 1);
  }

  /** Where the terminal sequence begins that {@code at} is in, or -1. */
  private static int sequence(byte[] b, int floor, int at) {
    int i = at;
    while (i > floor && at - i < 16 && (Bytes.is(b[i], Bytes.DIGIT) || b[i] == ';')) {
      i--;
    }
    return i > floor && b[i] == '[' && b[i - 1] == 0x1b ? i - 1 : -1;
  }

  /** First byte of the token the line may be in the midst of; its end if it is in none. */
  public static int start(byte[] b, int from, int to) {
    int floor = Math.max(from, to - LONGEST);
    int i = to;
    while (i > floor) {
      byte c = b[i - 1];
      if (c < 0 || Bytes.is(c, MIGHT)) {
        i--;
      } else if (c == '.' && !(i < to && b[i] == '.') && !(i - 2 >= floor && b[i - 2] == '.')) {
        i--;
      } else if (c == '\\' || c == '%' && i < to && Bytes.is(b[i], Bytes.HEX)) {
        i--;
      } else if (c == '\r' || c == '\b' || c == 0x1b || c == '$') {
        i--;
      } else if ((c == ';' || c == '[') && sequence(b, floor, i - 1) >= 0) {
        i = sequence(b, floor, i - 1);
      } else if ((c == ':' || c == '|')
          && i - 2 >= floor
          && Bytes.is(b[i - 2], Bytes.DIGIT)
          && i < to) {
        i--;
      } else {
        break;
      }
    }
    int word = i;
    while (word < to
        && !Bytes.is(b[word], Bytes.ALNUM)
        && b[word] != '-'
        && b[word] >= 0
        && b[word] != '\\'
        && b[word] != '$') {
      word++;
    }
    int run = Math.min(word < to ? i : to, RedactionMark.start(b, floor, to));
    return Math.min(run, Math.min(echoed(b, from, to), afterColon(b, from, to)));
  }
}
