package innkeeper.logging.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Finds and counts line ends. */
public final class Lines {

  private Lines() {}

  public static int count(byte[] bytes, int from, int to) {
    int lines = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        lines++;
      }
    }
    return lines;
  }

  /**
   * Returns the offset after the first line end in {@code from..to}, or {@code to}. The next line
   * begins there.
   */
  public static int afterFirst(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return to;
  }

  /**
   * Returns the offset after the last line end in {@code from..to}, or {@code from}. The last line
   * begins there.
   */
  public static int afterLast(byte[] bytes, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return from;
  }

  /** Returns the number of lines that end in that part of a file. */
  public static long count(Path path, long from, long to) throws IOException {
    try (FileChannel in =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer block = ByteBuffer.allocate(16 * 1024);
      long lines = 0;
      long at = from;
      while (at < to) {
        block.clear().limit((int) Math.min(block.capacity(), to - at));
        int n = in.read(block, at);
        if (n < 0) {
          break;
        }
        lines += count(block.array(), 0, n);
        at += n;
      }
      return lines;
    }
  }
}
