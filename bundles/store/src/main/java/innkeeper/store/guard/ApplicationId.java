package innkeeper.store.guard;

import innkeeper.common.file.Digest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * The application_id, bytes 68–71 of an SQLite header (big-endian), as a stamp of the database. A
 * live database has {@code 49 4E} ("IN") and two more bytes, its epoch. The epoch is random at each
 * start; afterwards it is {@link #over}. A backup has {@link #BACKUP}. The four bytes are in the
 * first sector, so a raw write of them is atomic.
 */
public final class ApplicationId {

  /** The stamp of a backup: "INKB". */
  public static final int BACKUP = 0x494E4B42;

  private static final int PREFIX = 0x494E0000;
  private static final int OFFSET = 68;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ApplicationId() {}

  /** Returns whether this is the stamp of a live database. */
  public static boolean live(int applicationId) {
    return (applicationId & 0xFFFF0000) == PREFIX && applicationId != BACKUP;
  }

  /** Returns a random stamp of a live database that differs from all given stamps. */
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
   * Returns the epoch that a WAL writes into its bot.db: a digest of that file's first page and its
   * length. A WAL with another epoch was written for another file.
   */
  public static int over(byte[] firstPage, long fileBytes) {
    MessageDigest digest = Digest.sha256();
    digest.update(firstPage);
    byte[] hash = digest.digest(ByteBuffer.allocate(Long.BYTES).putLong(fileBytes).array());
    int epoch = PREFIX | (hash[0] & 0xFF) << 8 | hash[1] & 0xFF;
    return epoch == BACKUP ? epoch + 1 : epoch;
  }

  /** Returns the stamp as eight hex digits. */
  public static String hex(int applicationId) {
    return String.format("%08x", applicationId);
  }

  /**
   * Writes the four bytes and forces them to disk. The file must not be open in SQLite: closing the
   * file here would drop SQLite's locks in this process.
   */
  public static void write(Path file, int applicationId) throws IOException {
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(OFFSET);
      // One call writes all four bytes. The method writeInt would make four calls, and a SIGKILL
      // could come between them.
      raw.write(ByteBuffer.allocate(Integer.BYTES).putInt(applicationId).array());
      raw.getFD().sync();
    }
  }
}
