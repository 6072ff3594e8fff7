package innkeeper.redaction.value;

import java.util.Locale;

/** The lists of words that decide; what each means stands in words.tsv. */
public enum WordList {
  NOUN,
  NEUTRAL,
  ABOUT,
  KEY_OF,
  KEY_PUBLIC,
  NO_VALUE,
  PROSE,
  SCHEME,
  PASS_OF,
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
  MASK;

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

  /** Whether the word stands in one of the lists whose bits are given. */
  public static boolean is(byte[] b, int from, int to, int bits) {
    return (flags(b, from, to) & bits) != 0;
  }
}
