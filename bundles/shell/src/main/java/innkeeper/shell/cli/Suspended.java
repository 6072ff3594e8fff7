package innkeeper.shell.cli;

/** Thrown when a command ends here and continues on the shell's successor. */
public final class Suspended extends Exception {
  private static final long serialVersionUID = 1L;

  private final String where;

  /**
   * @param where the position to continue at, never ""
   */
  public Suspended(String where) {
    super("suspended");
    this.where = where;
  }

  /** Returns the position that the successor reads from {@link Caller#resume}. */
  public String where() {
    return where;
  }
}
