package innkeeper.store.guard;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The first hundred bytes of an SQLite file (sqlite.org/fileformat2.html, section 1.3).
 *
 * @param fileBytes the file's length
 * @param sqlite whether the hundred bytes are there and begin with SQLite's magic
 * @param pageBytes bytes a page
 * @param pages pages by the header's word; meaningless unless {@code pagesValid}
 * @param pagesValid whether the page count was written together with the last change
 * @param versionKnown whether both of its format versions are one that there is
 * @param logged whether it is kept with a write-ahead log
 * @param schemaVersion {@code user_version}
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

  /** Opens and closes the file: only while SQLite does not have it open. */
  public static Header read(Path file) throws IOException {
    byte[] bytes = new byte[LENGTH];
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "r")) {
      long length = raw.length();
      if (length < LENGTH) {
        return new Header(length, false, 0, 0, false, false, false, 0, 0);
      }
      raw.readFully(bytes);
      return parse(bytes, length);
    }
  }

  static Header parse(byte[] bytes, long fileBytes) {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    boolean magic = Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    int page = b.getShort(16) & 0xFFFF;
    return new Header(
        fileBytes,
        magic,
        page == 1 ? 65536 : page,
        b.getInt(28) & 0xFFFFFFFFL,
        b.getInt(24) == b.getInt(92),
        b.get(18) == b.get(19) && (b.get(18) == 1 || b.get(18) == 2),
        b.get(18) == 2,
        b.getInt(60),
        b.getInt(68));
  }

  /** What the header promises. */
  public long promisedBytes() {
    return pages * pageBytes;
  }

  /** Whether the file is exactly as long as its header says. */
  public boolean whole() {
    return sqlite && pagesValid && promisedBytes() == fileBytes;
  }
}
