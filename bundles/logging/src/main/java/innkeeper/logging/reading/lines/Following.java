package innkeeper.logging.reading.lines;

import innkeeper.api.log.Logs;
import innkeeper.api.thread.WatchedThread;
import innkeeper.logging.file.Lines;
import innkeeper.logging.file.Owner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader that follows a log. It reads the archives from a cursor on, then the active file across
 * rotations. It sleeps until the writer reports new bytes.
 */
public final class Following implements Runnable, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Following.class);
  private static final int MOST_HELD = 4 * 1024 * 1024;
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private final Path active;
  private final LongSupplier ours;
  private final Logs.Follower follower;
  private final Supplier<List<String>> unfinished;
  private final FollowTimes times;
  private final long pollNanos;
  private final Runnable ended;
  private final Thread thread;
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
  private final byte[] block = new byte[32 * 1024];
  private volatile boolean closed;
  private Segment segment;
  private InputStream in;
  private long read;

  /** The beginning of the present line. */
  private long lineStart;

  private List<String> shown = List.of();

  private boolean gap;
  private String trouble = "";

  /** The archive that ended before the next bytes; "" if no archive ended. */
  private String archive = "";

  /** Whether the reader began within a line whose beginning was displayed before. */
  private boolean within;

  /**
   * Creates a reader; {@link #start} starts it.
   *
   * @param ours returns the inode to which the log's writer writes
   * @param unfinished returns the present part of lines that have no end yet
   * @param pollNanos the interval of checks if the writer does not report new bytes
   * @param ended runs when the following has ended
   */
  public Following(
      String name,
      Path active,
      LongSupplier ours,
      Logs.Follower follower,
      Supplier<List<String>> unfinished,
      SegmentTimes times,
      long pollNanos,
      Runnable ended) {
    this.active = active;
    this.ours = ours;
    this.follower = follower;
    this.unfinished = unfinished;
    this.times = new FollowTimes(times);
    this.pollNanos = pollNanos;
    this.ended = ended;
    thread = new WatchedThread("follow " + name, 256 * 1024, this);
  }

  /**
   * Finds the place of the cursor, then starts the thread; bytes written from now on follow.
   *
   * @throws IOException also if the system provides no thread
   */
  public void start(String cursor) throws IOException {
    Segment.read(active, ours, segments -> placed(segments, cursor));
    try {
      thread.start();
    } catch (OutOfMemoryError none) {
      closeInput();
      throw new IOException("the system gives no thread to follow " + active, none);
    }
  }

  /** Opens the file of the cursor. Returns whether the log has a file. */
  private boolean placed(List<Segment> segments, String cursor) throws IOException {
    gap = false;
    if (segments.isEmpty()) {
      return false;
    }
    Optional<Cursor> from = Cursor.parse(cursor);
    if (from.isEmpty()) {
      gap = !cursor.isEmpty();
      List<Segment> newest = segments.subList(segments.size() - 1, segments.size());
      from = Cursor.parse(TailReader.end(newest));
    }
    place(segments, from.orElseThrow());
    return true;
  }

  private void place(List<Segment> segments, Cursor cursor) throws IOException {
    if (cursor.equals(Cursor.START)) {
      gap = segments.get(0).seq() > 1;
      open(segments.get(0), 0);
      return;
    }
    for (Segment s : segments) {
      if (s.seq() == cursor.seq() && (s.inode() == cursor.inode() || !s.active())) {
        open(s, cursor.offset());
        return;
      }
    }
    for (Segment s : segments) {
      // Archives were deleted and the numbers began again. An inode alone proves nothing, because
      // the system reuses it at once.
      boolean renumbered = s.active() && s.seq() < cursor.seq();
      if (renumbered && s.inode() == cursor.inode()) {
        open(s, cursor.offset());
        return;
      }
    }
    gap = true;
    for (Segment s : segments) {
      if (s.seq() > cursor.seq() || s.active()) {
        open(s, 0);
        return;
      }
    }
  }

  private void open(Segment which, long offset) throws IOException {
    closeInput();
    int last = '\n';
    try {
      long from = Math.max(0, offset - 1);
      // The active file may be shorter than before, and its next bytes begin at its end.
      in = which.stream(which.compressed() ? from : Math.min(from, Files.size(which.path())));
      if (offset > 0) {
        last = in.read();
        gap |= last < 0;
      }
    } catch (NoSuchFileException turned) {
      throw turned;
    } catch (IOException e) {
      skip(which, e);
    }
    within = last >= 0 && last != '\n';
    segment = which;
    read = offset;
    lineStart = offset;
    rest.reset();
  }

  /**
   * Skips a bad archive, which does not end the following; its missing lines are reported as a gap.
   */
  private void skip(Segment which, IOException why) throws IOException {
    closeInput();
    if (which.active()) {
      throw why;
    }
    LOG.warn("archive cannot be read, its rest is skipped file={}", which.path(), why);
    gap = true;
  }

  /** Reports that there may be more bytes. Never blocks. */
  public void more() {
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    while (!closed) {
      try {
        step();
        trouble = "";
      } catch (NoSuchFileException turned) {
        // The file was compressed or pruned between listing and opening; the next pass finds the
        // present files.
        LockSupport.parkNanos(this, 5_000_000L);
      } catch (IOException e) {
        troubled(e);
      }
    }
    closeQuietly();
    ended.run();
  }

  private void troubled(IOException e) {
    if (!e.toString().equals(trouble)) {
      trouble = e.toString();
      LOG.warn("log cannot be followed now, trying again file={}", active, e);
    }
    LockSupport.parkNanos(this, AGAIN_NANOS);
  }

  private void step() throws IOException {
    boolean over = over();
    int n = in == null ? -1 : read(over);
    if (n > 0) {
      deliver(n);
    } else if (!over) {
      if (gap && segment != null) {
        give(List.of(), List.of());
      }
      tellUnfinished();
      LockSupport.parkNanos(this, pollNanos);
    } else if (!next()) {
      LockSupport.parkNanos(this, pollNanos);
    }
  }

  private int read(boolean over) throws IOException {
    try {
      return in.read(block);
    } catch (IOException e) {
      if (!over || segment.active()) {
        throw e;
      }
      skip(segment, e);
      return -1;
    }
  }

  /**
   * Returns whether the present file is complete. It must be called before the file is read to its
   * end.
   */
  private boolean over() throws IOException {
    if (segment == null || !segment.active()) {
      return true;
    }
    try {
      return Owner.inode(active) != segment.inode();
    } catch (NoSuchFileException gone) {
      return true;
    }
  }

  private boolean next() throws IOException {
    if (rest.size() > 0) {
      List<String> last = List.of(text(rest.toByteArray(), 0, rest.size()));
      List<Cursor> begin = List.of(new Cursor(segment.seq(), lineStart, segment.inode()));
      rest.reset();
      lineStart = read;
      give(last, begin);
    }
    List<Segment> segments = Segment.of(active, ours.getAsLong());
    if (segments.isEmpty()) {
      return false;
    }
    if (segment == null) {
      open(segments.get(0), 0);
      return true;
    }
    for (Segment s : segments) {
      if (s.seq() == segment.seq() && !s.active()) {
        archive = s.path().getFileName().toString();
      }
      if (s.seq() > segment.seq()) {
        gap |= s.seq() != segment.seq() + 1;
        open(s, 0);
        return true;
      }
    }
    Segment newest = segments.get(segments.size() - 1);
    if (newest.active() && newest.inode() != segment.inode()) {
      // The file was deleted and created again, or all archives were deleted and the numbers began
      // again.
      gap |= newest.seq() < segment.seq();
      open(newest, 0);
      return true;
    }
    return false;
  }

  private void deliver(int n) {
    List<String> lines = new ArrayList<>();
    List<Cursor> begins = new ArrayList<>();
    int from = 0;
    while (from < n) {
      int to = Lines.afterFirst(block, from, n);
      boolean whole = block[to - 1] == '\n';
      int length = to - from - (whole ? 1 : 0);
      Cursor begin = new Cursor(segment.seq(), lineStart, segment.inode());
      read += to - from;
      if (whole) {
        lineStart = read;
      }
      if (whole && rest.size() == 0) {
        // If only the end of a displayed line is missing, no text remains to display.
        if (!within || length > 0) {
          lines.add(text(block, from, length));
          begins.add(begin);
        }
        within = false;
      } else {
        rest.write(block, from, Math.min(length, MOST_HELD - rest.size()));
        if (whole) {
          lines.add(text(rest.toByteArray(), 0, rest.size()));
          begins.add(begin);
          rest.reset();
          within = false;
        }
      }
      from = to;
    }
    if (!lines.isEmpty()) {
      give(lines, begins);
    }
  }

  private void give(List<String> lines, List<Cursor> begins) {
    boolean told = gap;
    String before = archive;
    gap = false;
    archive = "";
    Cursor after = new Cursor(segment.seq(), lineStart, segment.inode());
    boolean taken = false;
    try {
      follower.lines(
          new Logs.Batch(
              List.copyOf(lines), after.text(), told, before, times.of(segment, lines, begins)));
      taken = true;
    } finally {
      // The follower threw and has lost these lines, so the next batch reports a gap.
      gap |= !taken;
    }
  }

  /**
   * Reports unfinished lines at the end of the written log only, so that no whole line follows its
   * own beginning.
   */
  private void tellUnfinished() {
    List<String> now = unfinished.get();
    if (!now.equals(shown)) {
      shown = now;
      follower.unfinished(now);
    }
  }

  private static String text(byte[] bytes, int from, int length) {
    int n = length > 0 && bytes[from + length - 1] == '\r' ? length - 1 : length;
    return new String(bytes, from, n, StandardCharsets.UTF_8);
  }

  private void closeInput() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }

  private void closeQuietly() {
    try {
      closeInput();
    } catch (IOException e) {
      LOG.debug("followed log could not be closed file={}", active, e);
    }
  }

  @Override
  public void close() {
    closed = true;
    more();
    if (Thread.currentThread() != thread) {
      try {
        thread.join(1000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
