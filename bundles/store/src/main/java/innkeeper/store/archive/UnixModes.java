package innkeeper.store.archive;

import innkeeper.store.restore.RestoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The Unix file types of the entries of a zip, which java.util.zip does not expose. Source: APPNOTE
 * 6.3.10, sections 4.3.12 (central directory), 4.3.16 (its end), 4.4.2 and 4.4.15 (attributes).
 */
final class UnixModes {

  private static final int END_SIZE = 22;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int ENTRY_SIZE = 46;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final long ZIP64 = 0xFFFFFFFFL;
  private static final int MOST_DIRECTORY = 64 << 20;
  private static final int KIND = 0170000;
  private static final int REGULAR = 0100000;

  private UnixModes() {}

  /** Refuses an archive with an entry that is not a regular file, such as a link or a device. */
  static void refuseOtherThanFiles(Path file) throws IOException, RestoreException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer directory = directory(file, channel);
      while (directory.remaining() >= ENTRY_SIZE) {
        int at = directory.position();
        if (directory.getInt(at) != ENTRY_SIGNATURE) {
          throw damaged(file);
        }
        // The upper half is the Unix mode, regardless of the system named in the entry.
        int kind = directory.getInt(at + 38) >>> 16 & KIND;
        if (kind != 0 && kind != REGULAR) {
          throw new RestoreException(
              file + " holds a link or another entry that is not a file; only files are restored");
        }
        int names =
            unsigned(directory, at + 28)
                + unsigned(directory, at + 30)
                + unsigned(directory, at + 32);
        if (ENTRY_SIZE + names > directory.remaining()) {
          throw damaged(file);
        }
        directory.position(at + ENTRY_SIZE + names);
      }
    }
  }

  private static ByteBuffer directory(Path file, FileChannel channel)
      throws IOException, RestoreException {
    if (channel.size() < END_SIZE) {
      throw damaged(file);
    }
    ByteBuffer end = read(channel, channel.size() - END_SIZE, END_SIZE);
    if (end.getInt(0) != END_SIGNATURE) {
      throw damaged(file);
    }
    long size = end.getInt(12) & ZIP64;
    long offset = end.getInt(16) & ZIP64;
    if (offset == ZIP64 || size > MOST_DIRECTORY || offset + size > channel.size()) {
      throw new RestoreException(file + " is damaged, or over 4 GiB");
    }
    return read(channel, offset, (int) size);
  }

  private static ByteBuffer read(FileChannel channel, long from, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
    return bytes.flip();
  }

  private static int unsigned(ByteBuffer bytes, int at) {
    return bytes.getShort(at) & 0xFFFF;
  }

  private static RestoreException damaged(Path file) {
    return new RestoreException(file + " is damaged: it does not end as an archive does");
  }
}
