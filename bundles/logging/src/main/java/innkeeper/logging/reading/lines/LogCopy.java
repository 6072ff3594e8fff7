package innkeeper.logging.reading.lines;

import innkeeper.api.log.UnreadableLogException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
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
   * Copies all files. If a file was compressed between listing and opening, the next listing
   * continues at the same number.
   *
   * @param ours returns the inode to which the log's writer writes
   * @throws UnreadableLogException if the active file may not be read, and no byte was copied
   */
  public void run(Path active, LongSupplier ours) throws IOException {
    for (long next = 0; next >= 0; ) {
      long seq = next;
      next = Segment.read(active, ours, segments -> from(seq, segments));
    }
  }

  /** Copies the first file with that number or a higher one; returns the next number, or -1. */
  long from(long seq, List<Segment> segments) throws IOException {
    for (Segment segment : segments) {
      if (segment.seq() >= seq) {
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
