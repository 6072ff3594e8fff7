package innkeeper.redaction.name;

import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.WordList;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says what a name promises of its value. English puts the head last: a {@code password_file} is a
 * file, a {@code token_count} a count, a {@code db_password} a password; so the last word that
 * means something decides.
 */
public final class KeyName {
  /** What the value of such a name is. */
  public enum Kind {
    SECRET(WordList.NAME_SECRET),
    SET_COOKIE(WordList.NAME_SET_COOKIE),
    /** Only a value that looks like one. */
    SHAPED(WordList.NAME_SHAPED),
    SESSION(WordList.NAME_SESSION),
    PIN(WordList.NAME_PIN),
    /** Three or four digits. */
    CARD(WordList.NAME_CARD),
    PLURAL(WordList.NAME_PLURAL),
    AUTHORIZATION(WordList.NAME_AUTHORIZATION),
    COOKIE(WordList.NAME_COOKIE),
    /** Only in a query string, or as a form field. */
    QUERY(WordList.NAME_QUERY),
    CODE(WordList.NAME_CODE),
    PASS(null),
    /** Only a value of many letters and digits. */
    STRONG(null),
    /** A provider's key: only a value that one may have given out. */
    ISSUED(null),
    NONE(null);

    /** The words that are such names. */
    private final WordList list;

    Kind(WordList list) {
      this.list = list;
    }
  }

  /** The kinds of listed words; two words that are listed as one come before the second alone. */
  private static final Kind[] LISTED =
      Stream.of(Kind.values()).filter(kind -> kind.list != null).toArray(Kind[]::new);

  private static final int MAX_WORDS = 24;
  private final int[] starts = new int[MAX_WORDS];
  private final int[] ends = new int[MAX_WORDS];

  /** What is known of each word that was asked for. */
  private final int[] flags = new int[MAX_WORDS];

  private final boolean[] asked = new boolean[MAX_WORDS];

  private byte[] b;
  private int words;

  /**
   * What a name means.
   *
   * @param password whether one of its words is one for a password, not for a token
   * @param spoken whether one of its words says that a token or a key is meant
   * @param id {@code secret_id}: a secret where it is a UUID
   * @param credentials who and what: {@code credentials: bob / x}
   * @param plural whether more than one is meant
   */
  private record Meaning(
      byte[] name,
      Kind kind,
      boolean password,
      boolean spoken,
      boolean id,
      boolean presharedKey,
      boolean credentials,
      boolean passphrase,
      boolean plural) {
    boolean of(byte[] b, int from, int to) {
      return Arrays.equals(name, 0, name.length, b, from, to);
    }
  }

  /**
   * Names read before, by hash: a log has the same ones over and over. Threads write it as they
   * like, for the same name means the same to all.
   */
  private static final Meaning[] KNOWN = new Meaning[1024];

  private static final int LONGEST_KNOWN = 64;

  /** Of the name classified last. */
  private Meaning meaning;

  public Kind classify(byte[] bytes, int from, int to) {
    int slot = slot(bytes, from, to);
    Meaning known = KNOWN[slot];
    if (known == null || !known.of(bytes, from, to)) {
      b = bytes;
      known = meaning(from, to);
      if (to - from <= LONGEST_KNOWN) {
        KNOWN[slot] = known;
      }
    }
    meaning = known;
    return known.kind;
  }

  private Meaning meaning(int from, int to) {
    Kind kind = classify(from, to);
    int last = words - 1;
    return new Meaning(
        Arrays.copyOfRange(b, from, to),
        kind,
        any(word -> has(word, "pass") || has(word, "pwd")),
        any(word -> says(word, WordList.SPOKEN.bit)),
        secretId(),
        is(last, "psk") || is(last, "key", "secret") && is(last - 1, "shared"),
        is(last, "credentials", "creds", "credential"),
        ends(last, "phrase") || is(last, "mnemonic"),
        ends(last, "s") && !ends(last, "ss") || is(last, "map"));
  }

  private boolean any(IntPredicate test) {
    return IntStream.range(0, words).anyMatch(test);
  }

  private static int slot(byte[] b, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + b[i];
    }
    return hash * 0x9E3779B1 >>> 22;
  }

  private Kind classify(int from, int to) {
    split(from, to);
    int last = words - 1;
    while (last >= 0 && says(last, WordList.NEUTRAL.bit) && listed(last) == Kind.NONE) {
      last--;
    }
    if (last < 0) {
      return Kind.NONE;
    }
    if (is(0, "wordpress") && is(1, "logged", "sec")) {
      // Who is logged in, in a cookie named after the site.
      return Kind.SESSION;
    }
    if (words > 4 && Bytes.indexOfIgnoreCase(b, from, to, "account.key.") >= 0) {
      return Kind.SECRET;
    }
    Kind kind = head(last);
    boolean key = kind == Kind.STRONG || kind == Kind.ISSUED;
    if (key && last < words - 1 && is(last + 1, "hash")) {
      // Of any key, a public one mostly.
      return Kind.NONE;
    }
    if (kind != Kind.NONE && !key) {
      return kind;
    }
    if (is(last, "map") && head(last - 1) == Kind.SECRET) {
      return Kind.PLURAL;
    }
    if (says(last, WordList.ABOUT.bit)) {
      return secretId() && last == words - 1 ? Kind.SHAPED : kind;
    }
    Kind inner = within(last, from, to);
    return inner == Kind.NONE ? kind : inner;
  }

  /** What words before the last one that means something make of the name. */
  private Kind within(int last, int from, int to) {
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
    int i = defined(from, to) ? from + 2 : from;
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
        asked[words] = false;
        words++;
      }
      i = end;
    }
  }

  /** Whether it is a property that an option of Java or CMake defines: {@code -DapiKey=x}. */
  private boolean defined(int from, int to) {
    return to - from > 2
        && b[from] == '-'
        && b[from + 1] == 'D'
        && Bytes.is(b[from + 2], Bytes.LOWER);
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
    if (!asked[word]) {
      asked[word] = true;
      int from = starts[word];
      int to = ends[word];
      flags[word] = WordList.flags(b, from, to) | WordList.endings(b, from, to);
      if (word > 0) {
        flags[word] |= WordList.flags(b, starts[word - 1], ends[word - 1], from, to);
      }
    }
    return (flags[word] & flag) != 0;
  }

  private boolean has(int word, String text) {
    return Bytes.indexOfIgnoreCase(b, starts[word], ends[word], text) >= 0;
  }

  private boolean ends(int word, String text) {
    int at = word < 0 ? -1 : ends[word] - text.length();
    return at >= 0 && at >= starts[word] && Bytes.atIgnoreCase(b, at, ends[word], text);
  }

  private boolean is(int word, String... texts) {
    for (String text : texts) {
      if (ends(word, text) && ends[word] - starts[word] == text.length()) {
        return true;
      }
    }
    return false;
  }

  private Kind head(int w) {
    if (w < 0) {
      return Kind.NONE;
    }
    if (says(w, WordList.NOUN.bit)) {
      // existingSecret, LoadCredential: the name of one. InvalidToken: an exception's.
      boolean harmless =
          is(w, "token") && says(w - 1, WordList.TOKEN_PUBLIC.bit)
              || is(w - 1, "existing", "load", "import")
              || w > 0 && ends[w - 1] == starts[w] && is(w - 1, "invalid");
      return harmless ? Kind.NONE : Kind.SECRET;
    }
    if (ends(w, "key") || is(w, "keys")) {
      return key(w);
    }
    if (is(w, "access", "private") && says(w - 1, WordList.SERVICE.bit)) {
      return Kind.ISSUED;
    }
    if (is(w, "pass")) {
      return says(w - 1, WordList.PASS_BEFORE.bit) ? Kind.SECRET : Kind.PASS;
    }
    if (says(w, WordList.NAME_SIGNATURE.bit) && is(0, "x")) {
      return Kind.SECRET;
    }
    Kind kind = listed(w);
    // A code behind another word is any code.
    return kind == Kind.CODE && w > 0 ? Kind.NONE : kind;
  }

  private Kind listed(int w) {
    for (Kind kind : LISTED) {
      if (says(w, kind.list.bit)) {
        return kind;
      }
    }
    return Kind.NONE;
  }

  private Kind key(int w) {
    if (is(w, "key", "keys")) {
      if (w == 0) {
        return Kind.QUERY;
      }
      if (says(w - 1, WordList.KEY_OF.bit)) {
        return Kind.SECRET;
      }
      boolean issued = says(w - 1, WordList.SERVICE.bit);
      if (!issued && says(w - 1, WordList.KEY_PUBLIC.bit)) {
        return Kind.NONE;
      }
      if (w > 1 && is(0, "x")) {
        // A header's: X-Service-Key.
        return Kind.SECRET;
      }
      if (allCapitals(starts[0], ends[w])) {
        return Kind.SHAPED;
      }
      return issued ? Kind.ISSUED : Kind.STRONG;
    }
    int before = WordList.flags(b, starts[w], ends[w] - 3);
    if ((before & WordList.KEY_OF.bit) != 0) {
      return Kind.SECRET;
    }
    return (before & WordList.SERVICE.bit) != 0 ? Kind.ISSUED : Kind.NONE;
  }

  private boolean allCapitals(int from, int to) {
    return (Bytes.classes(b, from, to) & Bytes.LOWER) == 0;
  }

  private boolean secretId() {
    return is(words - 1, "id") && is(words - 2, "secret");
  }

  /** Whether the name's last word speaks of something only, or is in the lists of those bits. */
  public boolean about(byte[] bytes, int from, int to, int more) {
    b = bytes;
    split(from, to);
    return says(words - 1, WordList.ABOUT.bit | more);
  }

  /** Whether one of the name's words is one for a password, not for a token. */
  public boolean password() {
    return meaning.password;
  }

  /** Whether one of the name's words says that a token or a key is meant. */
  boolean spoken() {
    return meaning.spoken;
  }

  /** Whether more than one is meant. */
  public boolean plural() {
    return meaning.plural;
  }

  /** {@code secret_id}: a secret where it is a UUID. */
  boolean id() {
    return meaning.id;
  }

  boolean presharedKey() {
    return meaning.presharedKey;
  }

  /** Who and what: {@code credentials: bob / x}. */
  public boolean credentials() {
    return meaning.credentials;
  }

  public boolean passphrase() {
    return meaning.passphrase;
  }
}
