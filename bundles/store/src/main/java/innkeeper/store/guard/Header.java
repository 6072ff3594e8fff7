package innkeeper.store.guard;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The first 100 bytes of an SQLite file (sqlite.org/fileformat2.html, section 1.3).
 *
 * @param fileBytes the length of the file in bytes
 * @param sqlite whether the header is complete and begins with SQLite's magic
 * @param pageBytes the size of a page in bytes
 * @param pages the number of pages in the header; meaningless unless {@code pagesValid}
 * @param pagesValid whether the page count was written together with the last change
 * @param versionKnown whether the read and write format versions are equal, and 1 or 2
 * @param logged whether the database is in WAL mode
 * @param schemaVersion the value of {@code user_version}
 * @param applicationId see {@link ApplicationId}
 */
public record Header(
    long fileBytes,
    boolean sqlite,
    int pageBytes,
    long pages,
    boolean pagesValid,
    boolean versionKnown,
    boolean logged,
    int schemaVersion,
    int applicationId) {

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  static final int LENGTH = 100;

  /** Reads the header. It opens and closes the file, so SQLite must not have the file open. */
  public static Header read(Path file) throws IOException {
    byte[] bytes = new byte[LENGTH];
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "r")) {
      long length = raw.length();
      if (length < LENGTH) {
        return new Header(length, false, 0, 0, false, false, false, 0, 0);
      }
      raw.readFully(bytes);
      ByteBuffer b = ByteBuffer.wrap(bytes);
      boolean magic = Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
      int page = b.getShort(16) & 0xFFFF;
      return new Header(
          length,
          magic,
          page == 1 ? 65536 : page,
          b.getInt(28) & 0xFFFFFFFFL,
          b.getInt(24) == b.getInt(92),
          b.get(18) == b.get(19) && (b.get(18) == 1 || b.get(18) == 2),
          b.get(18) == 2,
          b.getInt(60),
          b.getInt(68));
    }
  }

  /** Returns the length that the header states, in bytes. */
  public long promisedBytes() {
    return pages * pageBytes;
  }

  /** Returns whether the file has exactly the length that its header states. */
  public boolean whole() {
    return sqlite && pagesValid && promisedBytes() == fileBytes;
  }
}
