package innkeeper.store.guard;

import innkeeper.store.file.Digest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The application_id, bytes 68–71 of an SQLite header (big-endian), as a mark. A live database has
 * {@code 49 4E} ("IN") and two more bytes, its epoch: random at each start, and from then on {@link
 * #over}; a backup has {@link #BACKUP}. The four bytes lie in the first sector, so a raw write of
 * them is all or nothing.
 */
public final class ApplicationId {

  /** "INKB". */
  public static final int BACKUP = 0x494E4B42;

  private static final int PREFIX = 0x494E0000;
  private static final int OFFSET = 68;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ApplicationId() {}

  /** Whether it is one of a live database's. */
  public static boolean live(int applicationId) {
    return (applicationId & 0xFFFF0000) == PREFIX && applicationId != BACKUP;
  }

  /** A live one that is none of those. */
  public static int epoch(int... not) {
    while (true) {
      int epoch = PREFIX | RANDOM.nextInt(0x10000);
      boolean taken = epoch == BACKUP;
      for (int other : not) {
        taken |= epoch == other;
      }
      if (!taken) {
        return epoch;
      }
    }
  }

  /**
   * The epoch that a write-ahead log gives the bot.db it lies beside: a digest of that file's first
   * page and length. A log without it was written over another file.
   */
  public static int over(byte[] firstPage, long fileBytes) {
    MessageDigest digest = Digest.sha256();
    digest.update(firstPage);
    byte[] hash = digest.digest(ByteBuffer.allocate(Long.BYTES).putLong(fileBytes).array());
    int epoch = PREFIX | (hash[0] & 0xFF) << 8 | hash[1] & 0xFF;
    return epoch == BACKUP ? epoch + 1 : epoch;
  }

  /** Eight hex digits. */
  public static String hex(int applicationId) {
    return String.format("%08x", applicationId);
  }

  /**
   * Writes the four bytes and forces them to disk. Only on a file that SQLite does not have open:
   * closing it again drops the process's locks.
   */
  public static void write(Path file, int applicationId) throws IOException {
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(OFFSET);
      // In one call: writeInt makes four of them, and a kill comes in between.
      raw.write(ByteBuffer.allocate(Integer.BYTES).putInt(applicationId).array());
      raw.getFD().sync();
    }
  }
}
