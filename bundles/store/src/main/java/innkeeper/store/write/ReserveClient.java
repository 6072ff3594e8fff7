package innkeeper.store.write;

import java.sql.SQLException;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The client of the disk space that the boot bundle reserves, so that a full disk does not stop the
 * audit record. The boot bundle shares it as a function of JDK types in the system properties.
 */
final class ReserveClient {

  private static final int SQLITE_FULL = 13;

  /** The number of bytes of the reserve that one call frees: a transaction's pages in the WAL. */
  private static final long PIECE = 32 << 10;

  /** The most calls for one transaction. Other programs may use the freed space first. */
  static final int MOST_PIECES = 4;

  private ReserveClient() {}

  /**
   * Returns whether the disk was full and some reserved space was freed, so that a retry is useful.
   */
  static boolean helps(Throwable failure) {
    return failure instanceof SQLException e
        && (e.getErrorCode() & 0xff) == SQLITE_FULL
        && System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
        && boot.get("reserve") instanceof LongPredicate reserve
        && reserve.test(PIECE);
  }
}
