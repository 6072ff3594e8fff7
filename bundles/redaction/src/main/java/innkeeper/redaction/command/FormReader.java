package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quotes;
import innkeeper.redaction.value.Values;

/** Finds in one line what commands take, as forms say. Keeps its scratch space. */
public final class FormReader {
  private static final Pattern SECRET = Values.after(Condition.text("reads-secret"));

  /** No option of Windows, no file's pattern and no word of prose. */
  private static final Pattern PLAIN = Values.after("!(\"*\" | \"/\" alpha* $) <.+: !prose-word>");

  /** How far a command looks back for what is echoed into it. */
  private static final int PIPELINE = 512;

  private final LineText line;
  private final Arguments words;
  private final Secrets secrets;
  private final OptionForms options;
  private final Pairs pairs;
  private final CommandStart start;
  private byte[] b;

  public FormReader(LineText line, Quotes quotes, Secrets secrets) {
    this.line = line;
    this.secrets = secrets;
    words = new Arguments(line, quotes);
    options = new OptionForms(line, words, secrets);
    pairs = new Pairs(line, words, secrets);
    start = new CommandStart(line);
  }

  /** To be told of each new line. */
  public void forget() {
    words.forget();
    start.forget();
  }

  /** Where the command begins that the place is in, as far as it is looked at. */
  public int start(int at) {
    return start.before(at);
  }

  /** Hides what the command at {@code at} takes, whose name ends at {@code end}. */
  public void hide(Form form, int at, int end) {
    b = line.b;
    if (form.kind == Form.Kind.ECHOED) {
      echoed(form, at);
      return;
    }
    words.of(at, end, end);
    if (!form.first.isEmpty() && !(words.has(0) && words.isAny(0, form.first))) {
      return;
    }
    switch (form.kind) {
      case OPTION, USER_OPTION, COOKIE_OPTION -> options.hide(form, first(form));
      case ARGUMENT -> argument(form);
      case WORD -> word(form);
      case PAIRS -> pairs.hide(form, first(form));
      default -> addresses();
    }
  }

  private void secret(int from, int to) {
    secrets.hideValue(line, from, to);
  }

  /** Where the words begin that the form is about. */
  private int first(Form form) {
    int i = 0;
    while (!form.after.isEmpty() && words.has(i) && !words.isAny(i, form.after)) {
      i++;
    }
    return form.after.isEmpty() ? i : i + 1;
  }

  private void argument(Form form) {
    long letters = 0;
    int plain = 0;
    for (int i = first(form); words.has(i); i++) {
      if (words.flag(i)) {
        letters |= letters(words.from(i) + 1, words.to(i));
      } else if (!(form.unnamed && assigns(i)) && ++plain == form.number) {
        boolean fits = (letters & form.given) == form.given && (letters & form.absent) == 0;
        if (fits && words.length(i) > 0 && fits(form, i)) {
          secret(words.from(i), words.to(i));
        }
        return;
      }
    }
  }

  private long letters(int from, int to) {
    long letters = 0;
    for (int i = from; i < to && b[from] != '-'; i++) {
      letters |= Form.bit(b[i]);
    }
    return letters;
  }

  private boolean fits(Form form, int i) {
    int from = words.from(i);
    int to = words.to(i);
    if (form.but.indexOf(b[from]) >= 0 || form.unnamed && Bytes.indexOf(b, from, to, '=') >= 0) {
      return false;
    }
    return form.any || PLAIN.matches(b, from, to);
  }

  private void word(Form form) {
    int i = first(form) + form.number - 1;
    boolean told = !form.told || i > 0 && words.has(i - 1) && tells(i - 1);
    if (told && words.has(i) && !(form.told && assigns(i))) {
      int sign = sign(form, i);
      secret(sign < 0 ? words.from(i) : sign + 1, words.to(i));
    }
  }

  /** Whether the word names a secret. */
  private boolean tells(int i) {
    int end = SECRET.match(line, words.from(i));
    return end >= 0 && end <= words.to(i);
  }

  private boolean assigns(int i) {
    return Bytes.indexOf(b, words.from(i), words.to(i), '=') >= 0;
  }

  /** Where the sign stands behind which the secret begins, or -1. */
  private int sign(Form form, int i) {
    return form.separator == 0 ? -1 : Bytes.indexOf(b, words.from(i), words.to(i), form.separator);
  }

  /** {@code user:password@host} as an argument of its own. */
  private void addresses() {
    for (int i = 0; words.has(i); i++) {
      int from = words.from(i);
      int to = words.to(i);
      int name = Bytes.runEnd(b, from, to, Bytes.TOKEN | Bytes.DOT);
      int sign = to;
      while (sign > name && b[sign - 1] != '@') {
        sign--;
      }
      if (name > from && name < to && b[name] == ':' && sign > name + 2) {
        secret(name + 1, sign - 1);
      }
    }
  }

  /** The first word of what is echoed into the command at {@code at}. */
  private void echoed(Form form, int at) {
    int floor = Math.max(line.from, at - PIPELINE);
    int pipe = at;
    while (pipe > floor && b[pipe - 1] != '|') {
      pipe--;
    }
    int i = pipe - 5;
    while (i >= floor && !Bytes.at(b, i, line.to, "echo ") && !Bytes.at(b, i, line.to, "rintf ")) {
      i--;
    }
    if (pipe <= floor || i < floor) {
      return;
    }
    words.of(i, Bytes.runEnd(b, i, line.to, Bytes.ALPHA), at);
    for (int n = 0; words.has(n); n++) {
      boolean format = words.length(n) > 1 && b[words.from(n)] == '%';
      if (!words.flag(n) && words.to(n) <= pipe && !format) {
        int sign = sign(form, n);
        if (sign >= 0 || form.separator == 0) {
          secret(sign < 0 ? words.from(n) : sign + 1, words.to(n));
        }
        return;
      }
    }
  }
}
