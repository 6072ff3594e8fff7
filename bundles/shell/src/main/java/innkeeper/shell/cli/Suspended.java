package innkeeper.shell.cli;

/** The command gives way to the shell's successor, where it goes on. */
public final class Suspended extends Exception {
  private static final long serialVersionUID = 1L;

  private final String where;

  /**
   * @param where never ""
   */
  public Suspended(String where) {
    super("suspended");
    this.where = where;
  }

  /** What the successor's {@link Caller#resume} says. */
  public String where() {
    return where;
  }
}
