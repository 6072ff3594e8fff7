package innkeeper.redaction.value;

import java.util.Locale;

/** The lists of words that decide, 32 at most; what each means stands in words.tsv. */
public enum WordList {
  NOUN,
  NEUTRAL,
  ABOUT,
  KEY_OF,
  KEY_PUBLIC,
  NO_VALUE,
  PROSE,
  SCHEME,
  PASS_BEFORE,
  CODE_ROOT,
  PACKAGE_ROOT,
  SCOPE,
  TECHNICAL,
  SPOKEN,
  USED,
  TOKEN_PUBLIC,
  ARTICLE,
  TAG,
  MASK,
  NAME_SECRET,
  NAME_SET_COOKIE,
  NAME_SHAPED,
  NAME_SESSION,
  NAME_PIN,
  NAME_CARD,
  NAME_PLURAL,
  NAME_AUTHORIZATION,
  NAME_COOKIE,
  NAME_QUERY,
  NAME_SIGNATURE,
  NAME_CODE,
  SERVICE;

  /** Its bit in {@link Words#lists}. */
  public final int bit = 1 << ordinal();

  /** The list's name in the tables. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The bits of the built-in lists that the word stands in, in any case. */
  public static int flags(byte[] b, int from, int to) {
    return Values.builtin().words().lists(b, from, to);
  }

  /** The same of two words that follow each other. */
  public static int flags(byte[] b, int from, int to, int secondFrom, int secondTo) {
    return Values.builtin().words().lists(b, from, to, secondFrom, secondTo);
  }

  /** The bits of the lists that say what the word ends in. */
  public static int endings(byte[] b, int from, int to) {
    return Values.builtin().words().endings(b, from, to);
  }

  /** Whether the word stands in one of the lists whose bits are given. */
  public static boolean is(byte[] b, int from, int to, int bits) {
    return (flags(b, from, to) & bits) != 0;
  }
}
