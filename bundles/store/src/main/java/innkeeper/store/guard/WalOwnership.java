package innkeeper.store.guard;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks whether a WAL belongs to the database beside it, because SQLite replays any WAL into any
 * database. A WAL that Innkeeper wrote begins with a commit of page 1 that contains the
 * application_id. {@link ApplicationId#over} computes this application_id from the database's first
 * page and length. The check only reads the files, and must run before SQLite opens them. The
 * format is described in sqlite.org/fileformat2.html, section 4.
 */
final class WalOwnership {

  private static final int HEADER = 32;
  private static final int FRAME = 24;
  private static final int FIRST_PAGE = 4096;

  private WalOwnership() {}

  static boolean belongs(Path wal, Path database) throws IOException {
    byte[] page = new byte[FIRST_PAGE];
    long bytes;
    try (RandomAccessFile raw = new RandomAccessFile(database.toFile(), "r")) {
      bytes = raw.length();
      if (bytes < FIRST_PAGE) {
        return false;
      }
      raw.readFully(page);
    }
    return Files.isRegularFile(wal) && gives(wal, ApplicationId.over(page, bytes));
  }

  private static boolean gives(Path wal, int epoch) throws IOException {
    try (RandomAccessFile raw = new RandomAccessFile(wal.toFile(), "r")) {
      if (raw.length() < HEADER) {
        return false;
      }
      ByteBuffer header = read(raw, 0, HEADER);
      int pageBytes = header.getInt(8);
      long salt = header.getLong(16);
      if ((header.getInt(0) & ~1) != 0x377f0682 || pageBytes < 512 || pageBytes > 65536) {
        return false;
      }
      long step = FRAME + (long) pageBytes;
      for (long at = HEADER; at + step <= raw.length(); at += step) {
        ByteBuffer frame = read(raw, at, FRAME);
        if (frame.getLong(8) != salt) {
          return false; // The rest is a remainder of an earlier cycle of the WAL.
        }
        if (frame.getInt(0) == 1 && read(raw, at + FRAME + 68, 4).getInt(0) == epoch) {
          return true;
        }
      }
      return false;
    }
  }

  private static ByteBuffer read(RandomAccessFile raw, long at, int bytes) throws IOException {
    byte[] read = new byte[bytes];
    raw.seek(at);
    raw.readFully(read);
    return ByteBuffer.wrap(read);
  }
}
