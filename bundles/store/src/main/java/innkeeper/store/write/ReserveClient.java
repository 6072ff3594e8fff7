package innkeeper.store.write;

import java.sql.SQLException;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Disk space that boot holds back, so that a full disk does not silence the record. Found where
 * boot leaves what it shares: a function of JDK types in the system properties.
 */
final class ReserveClient {

  private static final int SQLITE_FULL = 13;

  /** A transaction's pages in the write-ahead log. */
  private static final long PIECE = 32 << 10;

  /** Others may take what was freed before it is used. */
  static final int MOST_PIECES = 4;

  private ReserveClient() {}

  /** Whether the disk was full and there is some space again, so that it is worth another try. */
  static boolean helps(Throwable failure) {
    return failure instanceof SQLException e
        && (e.getErrorCode() & 0xff) == SQLITE_FULL
        && System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
        && boot.get("reserve") instanceof LongPredicate reserve
        && reserve.test(PIECE);
  }
}
