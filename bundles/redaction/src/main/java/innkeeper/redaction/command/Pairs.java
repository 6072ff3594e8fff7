package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.text.Bytes;

/** Hides the values of arguments {@code NAME=value} of a command that keeps secrets. */
final class Pairs {
  private final LineText line;
  private final Arguments words;
  private final Secrets secrets;
  private byte[] b;

  Pairs(LineText line, Arguments words, Secrets secrets) {
    this.line = line;
    this.words = words;
    this.secrets = secrets;
  }

  /** Hides the values from that word on. */
  void hide(Form form, int first) {
    b = line.b;
    for (int i = first; words.has(i); i++) {
      if (!words.flag(i)) {
        i = pair(i, words.from(i));
      } else if (words.isAny(i, form.values) && words.has(i + 1)) {
        i++;
        secrets.hideValue(line, words.flag(i) ? words.to(i) : words.from(i), words.to(i));
      }
      for (String name : form.names) {
        int from = words.from(i) + name.length();
        if (words.goesOn(i, name) && b[from] == '=') {
          i = pair(i, from + 1);
        }
      }
    }
  }

  /** Returns the last word that belongs to the pair in word {@code i}. */
  private int pair(int i, int from) {
    int equals = Bytes.indexOf(b, from, words.to(i), '=');
    // Quotes that are escaped begin a word of their own.
    boolean apart =
        equals >= 0 && equals == words.to(i) - 1 && words.quoteAt(equals + 1) && words.has(i + 1);
    int last = apart ? i + 1 : i;
    int value = apart ? words.from(last) : equals + 1;
    int to = words.to(last);
    if ((apart || equals > from && !who(from, equals)) && value < to && b[value] != '@') {
      boolean quoted = Bytes.is(b[value], Bytes.QUOTE) && b[to - 1] == b[value];
      secrets.hideValue(line, quoted ? value + 1 : value, quoted ? to - 1 : to);
    }
    return last;
  }

  /** Whether the name ends with a word for somebody. */
  private boolean who(int start, int to) {
    int from = Bytes.runStart(b, start, to, Bytes.ALPHA);
    return to - from > 3 && (Bytes.at("username", b, from, to) || Bytes.at("host", b, from, to));
  }
}
