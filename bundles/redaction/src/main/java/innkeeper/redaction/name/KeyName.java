package innkeeper.redaction.name;

import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.WordList;

/**
 * Says what a name promises of its value. English puts the head last: a {@code password_file} is a
 * file, a {@code token_count} a count, a {@code db_password} a password; so the last word that
 * means something decides.
 */
public final class KeyName {
  /** What the value of such a name is. */
  public enum Kind {
    NONE,
    SECRET,
    /** Only a value that looks like one. */
    SHAPED,
    PASS,
    PLURAL,
    AUTHORIZATION,
    COOKIE,
    SET_COOKIE,
    SESSION,
    /** Only in a query string, or as a form field. */
    QUERY,
    CODE,
    PIN,
    /** Three or four digits. */
    CARD
  }

  private static final int MAX_WORDS = 24;
  private final int[] starts = new int[MAX_WORDS];
  private final int[] ends = new int[MAX_WORDS];

  /** What is known of each word, or -1 before it was asked for. */
  private final int[] flags = new int[MAX_WORDS];

  private byte[] b;
  private int words;

  public Kind classify(byte[] bytes, int from, int to) {
    b = bytes;
    split(from, to);
    int last = words - 1;
    while (last >= 0 && says(last, WordList.NEUTRAL.bit)) {
      last--;
    }
    if (last < 0) {
      return Kind.NONE;
    }
    if (is(0, "wordpress") && (is(1, "logged") || is(1, "sec"))) {
      // Who is logged in, in a cookie named after the site.
      return Kind.SESSION;
    }
    if (words > 4 && Bytes.indexOfIgnoreCase(bytes, from, to, "account.key.") >= 0) {
      return Kind.SECRET;
    }
    Kind kind = head(last);
    if (kind != Kind.NONE) {
      return kind;
    }
    if (says(last, WordList.ABOUT.bit)) {
      return idOfSomethingSecret(last);
    }
    for (int i = last - 1; i >= 0; i--) {
      Kind inner = head(i);
      if (inner == Kind.SECRET || inner == Kind.PASS && allCapitals(from, to)) {
        return Kind.SHAPED;
      }
      if (says(i, WordList.ABOUT.bit)) {
        return Kind.NONE;
      }
    }
    return Kind.NONE;
  }

  private void split(int from, int to) {
    words = 0;
    int i = from;
    while (i < to && words < MAX_WORDS) {
      if (!Bytes.is(b[i], Bytes.ALNUM)) {
        i++;
        continue;
      }
      int end = i + 1;
      while (end < to && Bytes.is(b[end], Bytes.ALNUM) && !hump(end, to)) {
        end++;
      }
      int bare = end;
      while (bare > i && Bytes.is(b[bare - 1], Bytes.DIGIT)) {
        bare--;
      }
      if (bare > i) {
        starts[words] = i;
        ends[words] = bare;
        flags[words] = -1;
        words++;
      }
      i = end;
    }
  }

  /** Whether a new word of camelCase begins: {@code dbP}, {@code APIKe}. */
  private boolean hump(int at, int to) {
    if (!Bytes.is(b[at], Bytes.UPPER)) {
      return false;
    }
    return !Bytes.is(b[at - 1], Bytes.UPPER) || at + 1 < to && Bytes.is(b[at + 1], Bytes.LOWER);
  }

  private boolean says(int word, int flag) {
    if (word < 0) {
      return false;
    }
    if (flags[word] < 0) {
      flags[word] = WordList.flags(b, starts[word], ends[word]);
    }
    return (flags[word] & flag) != 0;
  }

  private boolean ends(int word, String text) {
    int at = ends[word] - text.length();
    return at >= starts[word] && Bytes.atIgnoreCase(b, at, ends[word], text);
  }

  private boolean is(int word, String text) {
    return word >= 0 && ends[word] - starts[word] == text.length() && ends(word, text);
  }

  private Kind head(int w) {
    if (says(w, WordList.NOUN.bit)) {
      // existingSecret: the name of one. InvalidToken: an exception's.
      boolean harmless =
          is(w, "token") && says(w - 1, WordList.TOKEN_PUBLIC.bit)
              || is(w - 1, "existing")
              || w > 0 && ends[w - 1] == starts[w] && is(w - 1, "invalid");
      return harmless ? Kind.NONE : Kind.SECRET;
    }
    if (is(w, "verifier") && is(w - 1, "code") || is(w, "codeverifier")) {
      return Kind.SECRET;
    }
    if (is(w, "authorization")) {
      return Kind.AUTHORIZATION;
    }
    if (is(w, "cookie")) {
      return is(w - 1, "set") ? Kind.SET_COOKIE : Kind.COOKIE;
    }
    if (is(w, "csrf") || is(w, "xsrf")) {
      return Kind.SHAPED;
    }
    if (is(w, "cookies")) {
      return Kind.COOKIE;
    }
    if (ends(w, "key") || is(w, "keys")) {
      return key(w);
    }
    if (is(w, "pass")) {
      return says(w - 1, WordList.PASS_BEFORE.bit) ? Kind.SECRET : Kind.PASS;
    }
    if (says(w, WordList.PASS_OF.bit) || compound(w)) {
      return Kind.SECRET;
    }
    if (is(w, "tokens") || is(w, "secrets")) {
      return Kind.PLURAL;
    }
    return rare(w);
  }

  private Kind key(int w) {
    if (is(w, "key") || is(w, "keys")) {
      if (w == 0) {
        return Kind.QUERY;
      }
      if (says(w - 1, WordList.KEY_OF.bit)) {
        return Kind.SECRET;
      }
      if (says(w - 1, WordList.KEY_PUBLIC.bit)) {
        return Kind.NONE;
      }
      if (w > 1 && is(0, "x")) {
        // A header's: X-Service-Key.
        return Kind.SECRET;
      }
      if (!allCapitals(starts[0], ends[w])) {
        return Kind.NONE;
      }
      return Kind.SHAPED;
    }
    int before = ends[w] - 3;
    return WordList.is(b, starts[w], before, WordList.KEY_OF.bit) ? Kind.SECRET : Kind.NONE;
  }

  /** Words written together: {@code dbpassword}, {@code clientsecret}. */
  private boolean compound(int w) {
    return ends(w, "password")
        || ends(w, "passwd")
        || ends(w, "passphrase")
        || ends(w, "secret")
        || ends(w, "token")
        || ends(w, "apikey")
        || ends(w, "passcode")
        || ends(w, "pwd")
        || ends(w, "credentials");
  }

  private Kind rare(int w) {
    if (is(w, "session") || ends(w, "sessid") || ends(w, "sessionid") || is(w, "sid")) {
      return Kind.SESSION;
    }
    if (is(w, "id") && is(w - 1, "session")) {
      return Kind.SESSION;
    }
    if (is(w, "auth") || is(w, "bearer") || is(w, "basicauth") || is(w, "httpauth")) {
      return Kind.SHAPED;
    }
    if (is(w, "sig") || is(w, "signature")) {
      boolean header = is(w - 1, "amz") || is(w - 1, "goog") || is(w - 1, "hub") || is(0, "x");
      header |= is(w - 1, "oauth");
      return header ? Kind.SECRET : Kind.QUERY;
    }
    if (is(w, "ticket") || is(w, "assertion")) {
      return Kind.QUERY;
    }
    if (is(w, "samlresponse") || is(w, "samlrequest")) {
      return Kind.SECRET;
    }
    if (is(w, "response") && is(w - 1, "saml") || is(w, "psk") || is(w, "pw")) {
      return Kind.SECRET;
    }
    if (is(w, "devicecode") || is(w, "authcode")) {
      return Kind.SHAPED;
    }
    if (is(w, "code") && w > 0) {
      if (is(w - 1, "device") || is(w - 1, "auth") || is(w - 1, "authorization")) {
        return Kind.SHAPED;
      }
      Kind typed = typed(w - 1);
      return typed == Kind.NONE && is(w - 1, "security") ? Kind.CARD : typed;
    }
    if (is(w, "phrase")) {
      boolean words = is(w - 1, "seed") || is(w - 1, "recovery") || is(w - 1, "backup");
      return words ? Kind.SECRET : Kind.NONE;
    }
    if (is(w, "seedphrase") || is(w, "recoveryphrase")) {
      return Kind.SECRET;
    }
    return is(w, "code") ? Kind.CODE : typed(w);
  }

  /** What people type. */
  private Kind typed(int w) {
    if (is(w, "cvv") || is(w, "cvc")) {
      return Kind.CARD;
    }
    boolean pin = is(w, "otp") || is(w, "totp") || is(w, "pin") || is(w, "pincode") || is(w, "puk");
    return pin ? Kind.PIN : Kind.NONE;
  }

  private Kind idOfSomethingSecret(int w) {
    if (id() && w == words - 1) {
      return Kind.SHAPED;
    }
    return is(w, "id") && is(w - 1, "session") ? Kind.SESSION : Kind.NONE;
  }

  private boolean allCapitals(int from, int to) {
    for (int i = from; i < to; i++) {
      if (Bytes.is(b[i], Bytes.LOWER)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the name's last word is one for a password, not for a token. */
  public boolean password() {
    for (int w = words - 1; w >= 0; w--) {
      if (Bytes.indexOfIgnoreCase(b, starts[w], ends[w], "pass") >= 0
          || Bytes.indexOfIgnoreCase(b, starts[w], ends[w], "pwd") >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the name's words says that a token or a key is meant. */
  boolean spoken() {
    for (int w = words - 1; w >= 0; w--) {
      if (says(w, WordList.SPOKEN.bit)) {
        return true;
      }
    }
    return false;
  }

  /** {@code secret_id}: a secret where it is a UUID. */
  boolean id() {
    return is(words - 1, "id") && is(words - 2, "secret");
  }

  boolean presharedKey() {
    return is(words - 1, "psk")
        || (is(words - 1, "key") || is(words - 1, "secret")) && is(words - 2, "shared");
  }

  /** Who and what: {@code credentials: bob / x}. */
  public boolean pair() {
    int w = words - 1;
    return is(w, "credentials") || is(w, "creds") || is(w, "credential");
  }

  public boolean passphrase() {
    return words > 0 && (ends(words - 1, "phrase") || is(words - 1, "mnemonic"));
  }

  /** Whether a word that makes a key a secret ends here: {@code API Key}. */
  public static boolean keyOf(byte[] b, int from, int end) {
    int start = Bytes.runStart(b, Math.max(from, end - 16), end, Bytes.ALPHA);
    return WordList.is(b, start, end, WordList.KEY_OF.bit);
  }
}
