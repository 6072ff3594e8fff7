package innkeeper.store.sqlite;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * The distinction whether an SQLite failure is caused by the database's content or by its
 * environment (sqlite.org/rescode).
 */
public final class Damage {

  /** The code SQLITE_CORRUPT, which is also the code of damage that Innkeeper's own checks find. */
  public static final int CORRUPT = 11;

  public static final int NOTADB = 26;
  private static final int IOERR_SHORT_READ = 522;

  /**
   * The codes of the environment: PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL,
   * CANTOPEN.
   */
  private static final Set<Integer> SURROUNDINGS = Set.of(3, 5, 6, 7, 8, 9, 10, 13, 14);

  private Damage() {}

  /** Returns whether SQLite reports that the content is damaged. */
  public static boolean is(SQLException failure) {
    int code = failure.getErrorCode();
    return (code & 0xff) == CORRUPT || (code & 0xff) == NOTADB || code == IOERR_SHORT_READ;
  }

  /**
   * Returns whether the content may be damaged. The statement must be one that never fails on a
   * sound database of Innkeeper, because a damaged schema can cause any error.
   */
  public static boolean maybe(SQLException failure) {
    return is(failure) || !SURROUNDINGS.contains(failure.getErrorCode() & 0xff);
  }

  /**
   * Returns the damage that a failed check reports.
   *
   * @throws SQLException the failure itself, if the environment caused it
   */
  public static Optional<String> told(SQLException failure) throws SQLException {
    if (maybe(failure)) {
      return Optional.of(String.valueOf(failure.getMessage()));
    }
    throw failure;
  }
}
