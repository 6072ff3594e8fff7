package innkeeper.redaction.value;

/** The words that decide. */
public final class WordFlags {
  public static final int PASS_BEFORE = WordList.PASS_BEFORE.bit;
  static final int MASK = WordList.MASK.bit;
  public static final int USED = WordList.USED.bit;
  public static final int SCOPE = WordList.SCOPE.bit;
  static final int PACKAGE_ROOT = WordList.PACKAGE_ROOT.bit;
  public static final int TECHNICAL = WordList.TECHNICAL.bit;
  public static final int SPOKEN = WordList.SPOKEN.bit;
  public static final int TOKEN_PUBLIC = WordList.TOKEN_PUBLIC.bit;
  static final int TAG = WordList.TAG.bit;
  public static final int ARTICLE = WordList.ARTICLE.bit;
  public static final int NOUN = WordList.NOUN.bit;
  public static final int NEUTRAL = WordList.NEUTRAL.bit;
  public static final int ABOUT = WordList.ABOUT.bit;
  public static final int KEY_OF = WordList.KEY_OF.bit;
  public static final int KEY_PUBLIC = WordList.KEY_PUBLIC.bit;
  public static final int NO_VALUE = WordList.NO_VALUE.bit;
  public static final int PROSE = WordList.PROSE.bit;
  public static final int SCHEME = WordList.SCHEME.bit;
  public static final int PASS_OF = WordList.PASS_OF.bit;
  static final int CODE_ROOT = WordList.CODE_ROOT.bit;

  private WordFlags() {}

  public static int flags(byte[] b, int from, int to) {
    return Values.builtin().words().lists(b, from, to);
  }

  public static boolean is(byte[] b, int from, int to, int flag) {
    return (flags(b, from, to) & flag) != 0;
  }
}
