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
 * Files that are about to lose their name, kept open for a while so that their inodes are not given
 * out again at once. A shipper that knows files by inode alone would take a new log with the number
 * of an old one for that one, and go on in its middle. Used by one thread.
 */
public final class Retired implements AutoCloseable {

  /** What all of them together may keep from the disk. */
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

  /** Best before its name goes. What cannot be opened is not held. */
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

  /** Lets go of those whose time is over, and of the eldest when they are too many. */
  public void release() {
    long now = nanos.getAsLong();
    while (!held.isEmpty()
        && (now - held.getFirst().since() > HOLD.toNanos()
            || held.size() > MOST_FILES
            || bytes > MOST_BYTES)) {
      letGo(held.removeFirst());
    }
  }

  /** Whether any is held. */
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
