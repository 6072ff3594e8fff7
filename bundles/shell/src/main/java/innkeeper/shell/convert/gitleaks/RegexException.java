package innkeeper.shell.convert.gitleaks;

/** A regular expression has a part that no row can stand for, or one that cannot be read. */
final class RegexException extends Exception {
  private static final long serialVersionUID = 1L;

  RegexException(String why) {
    super(why);
  }
}
