package innkeeper.store.sqlite;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** Whether a failure lies in a database's content or in what surrounds it (sqlite.org/rescode). */
public final class Damage {

  /** CORRUPT, and the code of failures that this code finds itself. */
  public static final int CORRUPT = 11;

  public static final int NOTADB = 26;
  private static final int IOERR_SHORT_READ = 522;

  /** PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN. */
  private static final Set<Integer> SURROUNDINGS = Set.of(3, 5, 6, 7, 8, 9, 10, 13, 14);

  private Damage() {}

  /** The content is damaged: SQLite says so. */
  public static boolean is(SQLException failure) {
    int code = failure.getErrorCode();
    return (code & 0xff) == CORRUPT || (code & 0xff) == NOTADB || code == IOERR_SHORT_READ;
  }

  /**
   * The content may be damaged. Of a statement that fails on no sound database of ours: a damaged
   * schema makes any of them an error.
   */
  public static boolean maybe(SQLException failure) {
    return is(failure) || !SURROUNDINGS.contains(failure.getErrorCode() & 0xff);
  }

  /**
   * What a check that failed says of the content.
   *
   * @throws SQLException the failure itself, if it lies in the surroundings
   */
  public static Optional<String> told(SQLException failure) throws SQLException {
    if (maybe(failure)) {
      return Optional.of(String.valueOf(failure.getMessage()));
    }
    throw failure;
  }
}
