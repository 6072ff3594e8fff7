package innkeeper.logging.reading.lines;

import innkeeper.api.log.UnreadableLogException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies a whole log, file after file, oldest first. A file that cannot be read is skipped. */
public final class LogCopy {

  private static final Logger LOG = LoggerFactory.getLogger(LogCopy.class);

  private final OutputStream out;
  private final byte[] block = new byte[64 * 1024];
  private boolean empty = true;
  private boolean lineEnd = true;

  public LogCopy(OutputStream out) {
    this.out = out;
  }

  /**
   * Copies the first file with that number or a higher one.
   *
   * @return the next number, or -1 at the end
   * @throws NoSuchFileException if the file was compressed or pruned since the listing; none of its
   *     bytes was copied
   * @throws UnreadableLogException if the active file may not be read, and no byte was copied
   */
  public long from(long next, List<Segment> segments) throws IOException {
    for (Segment segment : segments) {
      if (segment.seq() >= next) {
        copy(segment);
        return segment.active() ? -1 : segment.seq() + 1;
      }
    }
    return -1;
  }

  private void copy(Segment segment) throws IOException {
    InputStream in;
    try {
      in = segment.stream();
    } catch (NoSuchFileException turned) {
      throw turned;
    } catch (IOException e) {
      if (e instanceof UnreadableLogException && segment.active() && empty) {
        throw e;
      }
      mark(segment, e);
      return;
    }
    try (in) {
      for (int n = read(segment, in); n > 0; n = read(segment, in)) {
        write(block, n);
      }
    }
  }

  /** Reads a block. The result is not positive at the end, or if the rest cannot be read. */
  private int read(Segment segment, InputStream in) throws IOException {
    try {
      return in.read(block);
    } catch (IOException e) {
      mark(segment, e);
      return -1;
    }
  }

  private void mark(Segment segment, IOException why) throws IOException {
    LOG.warn("left out of a copy file={} why={}", segment.path(), why.toString());
    byte[] mark =
        ((lineEnd ? "" : "\n") + segment.mark(why) + "\n").getBytes(StandardCharsets.UTF_8);
    write(mark, mark.length);
  }

  private void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    empty = false;
    lineEnd = bytes[length - 1] == '\n';
  }
}
