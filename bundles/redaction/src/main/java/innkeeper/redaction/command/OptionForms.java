package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** Hides what stands behind options. */
final class OptionForms {
  /** What follows a letter in options of one dash: {@code -port}, {@code -password x}. */
  private static final Pattern NO_VALUE =
      Values.after("[=\\e] | \"ort\" | \"assword\" | \"rotocol\"");

  private static final Pattern PORT = Values.after("<.+: number at-least(4) at-most(5)>");

  /** Options of a letter each. */
  private static final Pattern LETTERS = Values.after("\"-\" (alpha !$){1,4} . $");

  private final LineText line;
  private final Arguments words;
  private final Secrets secrets;
  private byte[] b;

  OptionForms(LineText line, Arguments words, Secrets secrets) {
    this.line = line;
    this.words = words;
    this.secrets = secrets;
  }

  /** Hides what the form's options take from that word on. */
  void hide(Form form, int first) {
    b = line.b;
    for (int i = first; words.has(i); i++) {
      if (!form.mayBegin(b, words.from(i), words.to(i))) {
        continue;
      }
      if (form.spaced && (words.isAny(i, form.names) || merged(form, i))) {
        i++;
        if (words.has(i)) {
          spaced(form, i);
        }
      } else {
        glued(form, i);
      }
    }
  }

  private void spaced(Form form, int i) {
    int from = words.from(i);
    int to = words.to(i);
    if (form.kind == Form.Kind.USER_OPTION) {
      credentials(form, from, to);
    } else if (form.kind == Form.Kind.COOKIE_OPTION) {
      if (Bytes.indexOf(b, from, to, '=') > from) {
        secrets.hideCookies(from, to);
      }
    } else if (!words.flag(i) && (form.any || !PORT.matches(b, from, to))) {
      secrets.hideValue(line, from, to);
    }
  }

  /** {@code -sSu user:password}. */
  private boolean merged(Form form, int i) {
    int last = words.to(i) - 1;
    return form.kind != Form.Kind.OPTION
        && words.flag(i)
        && LETTERS.matches(b, words.from(i), words.to(i))
        && form.names.contains("-" + (char) b[last]);
  }

  /** {@code -px}, {@code --user=x}. */
  private void glued(Form form, int i) {
    for (String name : form.names) {
      int from = words.from(i) + name.length();
      boolean assigned = name.startsWith("--") && words.goesOn(i, name) && b[from] == '=';
      if (assigned || form.glued && !name.startsWith("--") && words.goesOn(i, name)) {
        glued(form, name, assigned ? from + 1 : from, words.to(i));
        return;
      }
    }
  }

  private void glued(Form form, String name, int from, int to) {
    if (form.kind == Form.Kind.USER_OPTION) {
      credentials(form, from, to);
    } else if (form.kind == Form.Kind.OPTION && from < to) {
      boolean letter = name.charAt(0) == '-' && name.charAt(1) != '-';
      boolean quoted = !form.any && Bytes.is(b[from], Bytes.QUOTE);
      if (!letter || !NO_VALUE.matches(b, from, to)) {
        secrets.hideValue(line, quoted ? from + 1 : from, quoted ? to - 1 : to);
      }
    }
  }

  /** {@code user:password}, or a token without a password. */
  private void credentials(Form form, int from, int to) {
    int split = Bytes.indexOf(b, from, to, form.separator);
    if (split >= 0 && split + 1 < to) {
      boolean quoted = Bytes.is(b[to - 1], Bytes.QUOTE) && Bytes.is(b[from], Bytes.QUOTE);
      secrets.hideValue(line, split + 1, quoted ? to - 1 : to);
    } else if (split >= 0 && form.separator == ':') {
      // Nothing behind the colon: what stands before it is a token, if it looks like one.
      secrets.hideValue(line, from, Values.shaped(b, from, split, 8) ? split : from);
    }
  }
}
