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
}
