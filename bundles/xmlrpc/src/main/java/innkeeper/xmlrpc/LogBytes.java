package innkeeper.xmlrpc;

import innkeeper.common.text.SeenText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a part of the active file of a log, with offsets by supervisord's rules
 * (supervisor/options.py: readFile, tailFile). The file is redacted already. An answer contains at
 * most 4 MiB.
 */
final class LogBytes {

  private static final int MOST = 4 * 1024 * 1024;

  private LogBytes() {}

  /**
   * Returns bytes from an offset on. A negative offset counts from the end and requires length 0;
   * otherwise length 0 means to the end.
   */
  static String read(Path file, int offset, int length) {
    if (offset < 0 ? length != 0 : length < 0) {
      throw new Fault(FaultCode.BAD_ARGUMENTS);
    }
    try (SeekableByteChannel log = open(file)) {
      long size = log.size();
      long from = offset < 0 ? Math.max(0, size + offset) : offset;
      long wanted = offset < 0 ? -(long) offset : length == 0 ? Long.MAX_VALUE : length;
      if (offset < 0 && wanted > MOST) {
        from = Math.max(from, size - MOST);
      }
      return part(log, from, wanted);
    } catch (IOException e) {
      throw new Fault(FaultCode.FAILED, "the log cannot be read");
    }
  }

  /**
   * Returns the end of the log, the log's size, and whether the log has more than the requested
   * bytes.
   */
  static List<Object> tail(Path file, int offset, int length) {
    try (SeekableByteChannel log = open(file)) {
      long size = log.size();
      boolean overflow = size > (long) offset + length;
      long from = overflow ? size - 1 : offset;
      long wanted = length;
      if (from + wanted > size) {
        if (from > size - 1) {
          wanted = 0;
        }
        from = size - wanted;
      }
      wanted = Math.max(0, Math.min(MOST, wanted));
      String text = wanted == 0 ? "" : part(log, Math.max(0, from), wanted);
      return List.of(text, (int) Math.min(Integer.MAX_VALUE, size), overflow);
    } catch (IOException e) {
      return List.of("", offset, false);
    }
  }

  private static SeekableByteChannel open(Path file) throws IOException {
    return Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  private static String part(SeekableByteChannel log, long from, long wanted) throws IOException {
    log.position(from);
    long there = Math.max(0, log.size() - from);
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(MOST, Math.min(wanted, there)));
    while (buffer.hasRemaining() && log.read(buffer) >= 0) {
      // A file that was cut meanwhile gives fewer bytes.
    }
    return seen(new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
  }

  /** Returns what a terminal shows of a text, line by line. */
  static String seen(String text) {
    return Stream.of(text.split("\n", -1)).map(SeenText::of).collect(Collectors.joining("\n"));
  }
}
