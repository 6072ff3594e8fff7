package innkeeper.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A password's name in languages other than English, a sign or a verb, the password. */
final class Foreign {
  /** Words that mean a password and hardly anything else. */
  static final String NAMES =
      "passwort|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord|lösenord|passord|adgangskode"
          + "|salasana|hasło|heslo|jelszó|şifre|parolă|парол|Парол|ПАРОЛ|κωδικός|密码|密碼|口令"
          + "|パスワード|暗証番号|비밀번호|암호|mật khẩu|kata sandi|รหัสผ่าน|كلمة المرور|סיסמה|पासवर्ड|clave|parola"
          + "|zugangsdaten|anmeldedaten|identifiants|credenciales|credenciais";

  /** What may stand between a name and its sign: for whom, an ending. */
  private static final int BETWEEN =
      Bytes.ALNUM | Bytes.HIGH | Bytes.UNDERSCORE | Bytes.DASH | Bytes.DOT;

  private static final int LONGEST = 64;
  private static final byte[][] SIGNS = texts(":", "=", "：", "＝");

  /** "Is" where no blank stands around it: Chinese, Japanese. */
  private static final byte[][] GLUED = texts("是", "为", "為", "は");

  /** The same as words. */
  private static final byte[][] VERBS =
      texts(
          " ist ",
          " lautet ",
          " est ",
          " es ",
          " is ",
          " è ",
          " é ",
          " är ",
          " er ",
          " on ",
          " to ",
          " je ",
          " — ");

  /** Quotes of other scripts, each with what closes it. */
  private static final byte[][] QUOTES = texts("「", "」", "『", "』", "“", "”", "„", "“", "«", "»");

  private static final byte[] SLASH = texts(" / ")[0];

  private Foreign() {}

  private static byte[][] texts(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  static int verify(Line l, int at, int from) {
    byte[] b = l.b;
    int bound = Math.min(l.to, from + LONGEST);
    int quote = Quoted.open(b, from, bound);
    int i = l.wordsEnd(quote < 0 ? from : quote + 1, bound);
    int sign = i < bound ? sign(b, i, l.to) : -1;
    if (i < bound && sign < 0) {
      return from;
    }
    int value = sign < 0 ? l.to : Bytes.skipBlank(b, sign, l.to);
    if (value >= l.to) {
      l.open(l.to);
      return from;
    }
    return take(l, value, i < from + 4, from);
  }

  /** Whether what may stand between a name and its sign ends here: at a sign, or at no word. */
  static boolean ends(byte[] b, int at, int to) {
    return !Bytes.is(b[at], Bytes.ALNUM)
        && (sign(b, at, to) >= 0 || b[at] != ' ' && !Bytes.is(b[at], BETWEEN));
  }

  /** Over the sign that stands at {@code at}, else -1. */
  private static int sign(byte[] b, int at, int to) {
    if (b[at] == ' ') {
      return over(b, at, to, VERBS);
    }
    int sign = over(b, at, to, SIGNS);
    return sign < 0 ? over(b, at, to, GLUED) : sign;
  }

  /** Over one of the texts if it stands at {@code at}, else -1. */
  private static int over(byte[] b, int at, int to, byte[][] texts) {
    for (byte[] text : texts) {
      if (at(b, at, to, text)) {
        return at + text.length;
      }
    }
    return -1;
  }

  private static boolean at(byte[] b, int at, int to, byte[] text) {
    int last = text.length - 1;
    if (at + last >= to || b[at] != text[0]) {
      return false;
    }
    int i = 1;
    while (i <= last && b[at + i] == text[i]) {
      i++;
    }
    return i > last;
  }

  private static int closing(byte[] b, int from, int to, byte[] text) {
    int i = from;
    while (i < to && !at(b, i, to, text)) {
      i++;
    }
    return i;
  }

  private static int take(Line l, int at, boolean direct, int otherwise) {
    byte[] b = l.b;
    int from = at;
    int to = -1;
    for (int q = 0; q < QUOTES.length && to < 0; q += 2) {
      if (at(b, at, l.to, QUOTES[q])) {
        from = at + QUOTES[q].length;
        to = closing(b, from, Math.min(l.to, from + LONGEST), QUOTES[q + 1]);
      }
    }
    int quote = to < 0 ? Quoted.open(b, at, l.to) : -1;
    if (quote >= 0) {
      from = quote + 1;
      to = Quoted.close(b, quote, at, l.to);
    } else if (to < 0) {
      to = word(l, from);
    }
    if (quote < 0 && at(b, to, l.to, SLASH)) {
      // A name, then the password.
      from = to + SLASH.length;
      to = word(l, from);
    } else if (to + 2 >= l.to) {
      l.open(from);
    }
    l.opens(from, to);
    int last = Judge.trimmed(b, from, to);
    if (from >= to || Judge.placeholder(b, from, to) || Judge.prose(b, from, to)) {
      return otherwise;
    }
    boolean digit = l.digit.next(b, from, l.to) < last;
    boolean ascii = l.high.next(b, from, l.to) >= last;
    boolean only = quote >= 0 || Bytes.skipBlank(b, to, l.to) >= l.to;
    if (digit && to - from >= 4 || ascii && direct && only) {
      l.secret(from, quote >= 0 ? to : last);
      return to;
    }
    return otherwise;
  }

  /** Up to what a sentence in another script goes on with. */
  private static int word(Line l, int from) {
    int to = l.wordEnd(from);
    int end = from < to ? l.phrase.next(l.b, from, l.to) : to;
    // What is of another script from its first byte on is a word as well.
    end = end == from && l.b[from] < 0 ? l.phrase.next(l.b, from + 1, l.to) : end;
    return Math.min(end, to);
  }

  static boolean goesOn(byte[] b, int i) {
    byte c = b[i];
    return c == ',' || c == ';' || (c & 0xf0) == 0xe0 && c < 0 && b[i - 1] >= 0;
  }
}
