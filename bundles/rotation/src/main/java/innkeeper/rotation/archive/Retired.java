package innkeeper.rotation.archive;

import innkeeper.rotation.disk.Failures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that will soon be deleted. They are kept open for a while, so that the file system does
 * not reuse their inodes at once. A log shipper that identifies files only by inode would take a
 * new log for the old one and continue in its middle. Not thread-safe.
 */
public final class Retired implements AutoCloseable {

  /** The most bytes that all open files together may occupy on disk. */
  public static final long MOST_BYTES = 64L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Retired.class);
  private static final Duration HOLD = Duration.ofSeconds(10);
  private static final int MOST_FILES = 128;

  private record Held(FileChannel file, long bytes, long since) {}

  private final LongSupplier nanos;
  private final Deque<Held> held = new ArrayDeque<>();
  private long bytes;

  public Retired(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Opens a file before it is deleted. A file that cannot be opened is skipped. */
  public void hold(Path file) {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      Held one = new Held(channel, channel.size(), nanos.getAsLong());
      held.addLast(one);
      bytes += one.bytes();
    } catch (IOException e) {
      LOG.debug("inode is free at once file={} why={}", file, Failures.reason(e));
    }
    release();
  }

  /**
   * Closes the files whose time is over, and the oldest ones if there are too many files or bytes.
   */
  public void release() {
    long now = nanos.getAsLong();
    while (!held.isEmpty()
        && (now - held.getFirst().since() > HOLD.toNanos()
            || held.size() > MOST_FILES
            || bytes > MOST_BYTES)) {
      letGo(held.removeFirst());
    }
  }

  public boolean isEmpty() {
    return held.isEmpty();
  }

  @Override
  public void close() {
    while (!held.isEmpty()) {
      letGo(held.removeFirst());
    }
  }

  private void letGo(Held one) {
    bytes -= one.bytes();
    try {
      one.file().close();
    } catch (IOException e) {
      LOG.debug("retired archive could not be closed why={}", Failures.reason(e));
    }
  }
}
