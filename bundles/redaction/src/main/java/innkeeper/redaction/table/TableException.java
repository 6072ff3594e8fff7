package innkeeper.redaction.table;

/** A table that cannot be read. The message names file and line. */
public final class TableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public TableException(String file, int line, String why) {
    super(file + ":" + line + ": " + why);
  }
}
