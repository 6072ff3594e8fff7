package innkeeper.redaction;

import innkeeper.redaction.value.Values;
import innkeeper.redaction.value.WordList;

/** The words that decide. */
final class WordFlags {
  static final int PASS_BEFORE = WordList.PASS_BEFORE.bit;
  static final int MASK = WordList.MASK.bit;
  static final int USED = WordList.USED.bit;
  static final int SCOPE = WordList.SCOPE.bit;
  static final int PACKAGE_ROOT = WordList.PACKAGE_ROOT.bit;
  static final int TECHNICAL = WordList.TECHNICAL.bit;
  static final int SPOKEN = WordList.SPOKEN.bit;
  static final int TOKEN_PUBLIC = WordList.TOKEN_PUBLIC.bit;
  static final int TAG = WordList.TAG.bit;
  static final int ARTICLE = WordList.ARTICLE.bit;
  static final int NOUN = WordList.NOUN.bit;
  static final int NEUTRAL = WordList.NEUTRAL.bit;
  static final int ABOUT = WordList.ABOUT.bit;
  static final int KEY_OF = WordList.KEY_OF.bit;
  static final int KEY_PUBLIC = WordList.KEY_PUBLIC.bit;
  static final int NO_VALUE = WordList.NO_VALUE.bit;
  static final int PROSE = WordList.PROSE.bit;
  static final int SCHEME = WordList.SCHEME.bit;
  static final int PASS_OF = WordList.PASS_OF.bit;
  static final int CODE_ROOT = WordList.CODE_ROOT.bit;

  private WordFlags() {}

  static int flags(byte[] b, int from, int to) {
    return Values.builtin().words().lists(b, from, to);
  }

  static boolean is(byte[] b, int from, int to, int flag) {
    return (flags(b, from, to) & flag) != 0;
  }
}
