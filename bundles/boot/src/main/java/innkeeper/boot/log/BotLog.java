package innkeeper.boot.log;

import innkeeper.api.thread.WatchedThread;
import innkeeper.boot.disk.DiskReserve;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * The only writer of bot.log. It writes at once while the disk accepts data. On a full disk it
 * first removes archives, then uses the {@link DiskReserve}. After that it keeps lines in memory up
 * to a limit, then drops and counts them. So no logging thread ever waits for a full disk.
 */
public final class BotLog {

  private static final int MOST_WAITING = 10_000;
  private static final long ROOM = 64 << 10;
  private static final long RESERVE_PIECE = 8 << 10;
  private static final int MOST_ROOM = 16;
  private static final long LOOK_NANOS = 500_000_000L;
  private static final long RETRY_MS = 200;

  private final Path path;
  private final DiskReserve reserve;
  private final AtomicReference<LongConsumer> before = new AtomicReference<>(bytes -> {});
  private final AtomicReference<LongPredicate> room = new AtomicReference<>(bytes -> false);

  /** Guards all fields below: one writer at a time, and none during a rotation. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private FileChannel channel;
  private volatile long bytes;
  private volatile long lines;
  private volatile long redactions;
  private volatile long dropped;
  private volatile long lastLineAt;
  private long droppedUnsaid;
  private int offset;
  private boolean turning;
  private Object key = "";
  private long looked;
  private boolean mending;
  private boolean closed;

  private BotLog(Path path, DiskReserve reserve) {
    this.path = path;
    this.reserve = reserve;
  }

  public static BotLog open(Path path, DiskReserve reserve) throws IOException {
    BotLog log = new BotLog(path, reserve);
    log.reopen();
    if (log.bytes > 0 && !log.endsInNewline()) {
      // A host that died in the middle of a line left it unfinished; this ends it, so that our line
      // is separate.
      log.append("\n", 0);
    }
    return log;
  }

  public void append(String line, long redacted) {
    lock.lock();
    try {
      if (waiting.size() >= MOST_WAITING) {
        dropped++;
        droppedUnsaid++;
        return;
      }
      waiting.add(line.getBytes(StandardCharsets.UTF_8));
      lines++;
      redactions += redacted;
      lastLineAt = System.currentTimeMillis();
      if (!turning) {
        drain();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes a line of this class's own, bypassing Logback. */
  void note(String message) {
    StringBuilder line = new StringBuilder("{\"ts\":");
    Json.quote(line, java.time.Instant.now().toString()).append(",\"level\":\"warn\",\"msg\":");
    Json.quote(line, message).append(",\"logger\":\"innkeeper.boot\"}\n");
    append(line.toString(), 0);
  }

  /**
   * Runs the action while the writer is held at the end of a line. Then continues in the file that
   * has the active name.
   */
  public void hold(Runnable turn) {
    lock.lock();
    try {
      boolean outer = turning;
      if (!outer) {
        drain();
      }
      turning = true;
      try {
        turn.run();
      } finally {
        turning = outer;
        goOn();
      }
      if (!outer) {
        drain();
      }
    } finally {
      lock.unlock();
    }
  }

  private void drain() {
    for (int tried = 0; tried < MOST_ROOM; tried++) {
      try {
        writeWaiting();
        return;
      } catch (IOException e) {
        if (turning || !DiskReserve.spaceIsOut(e, path) || !madeRoom()) {
          break;
        }
      }
    }
    mend(); // The lines stay in `waiting` meanwhile.
  }

  private void writeWaiting() throws IOException {
    while (!waiting.isEmpty()) {
      byte[] line = waiting.peek();
      if (offset == 0) {
        askToTurn(line.length);
      }
      if (channel == null || movedAway()) {
        reopen();
      }
      int wrote = channel.write(ByteBuffer.wrap(line, offset, line.length - offset));
      bytes += wrote;
      offset += wrote;
      if (offset == line.length) {
        waiting.poll();
        offset = 0;
      }
    }
    if (droppedUnsaid > 0) {
      long count = droppedUnsaid;
      droppedUnsaid = 0;
      note("dropped " + count + " lines of bot.log while the disk took none");
    }
  }

  private boolean madeRoom() {
    turning = true;
    try {
      if (room.get().test(ROOM)) {
        return true;
      }
    } catch (RuntimeException e) {
      // Rotation is being replaced; the reserve does not depend on it.
    } finally {
      turning = false;
    }
    return reserve.give(RESERVE_PIECE);
  }

  /**
   * Returns whether another program deleted or moved the file, so that new lines could not be read.
   * Returns false if the directory was moved too: then the last lines of a host whose DATA_DIR was
   * renamed are still in its log.
   */
  private boolean movedAway() throws IOException {
    long now = System.nanoTime();
    if (offset > 0 || now - looked < LOOK_NANOS) {
      return false;
    }
    looked = now;
    // A mount point without its file system is empty; files written there would be hidden.
    return !key.equals(keyOf(path))
        && Files.isDirectory(path.getParent())
        && !isEmpty(path.getParent());
  }

  private static Object keyOf(Path path) {
    try {
      Object key =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      return key == null ? "" : key;
    } catch (IOException gone) {
      return "gone";
    }
  }

  /** Starts a thread that tries again until all lines are written. */
  private void mend() {
    if (mending) {
      return;
    }
    try {
      new WatchedThread("bot.log", this::mendAll).start();
      mending = true;
    } catch (OutOfMemoryError none) {
      // The system gives no thread now; the next line tries again.
      mending = false;
    }
  }

  private void mendAll() {
    while (true) {
      lock.lock();
      try {
        if (!closed && !waiting.isEmpty() && !turning) {
          drain();
        }
        if (closed || waiting.isEmpty()) {
          mending = false;
          return;
        }
      } finally {
        lock.unlock();
      }
      try {
        Thread.sleep(RETRY_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void askToTurn(int length) {
    if (turning) {
      return;
    }
    turning = true; // messages of the rotation wait in the queue meanwhile
    try {
      before.get().accept(length);
    } finally {
      turning = false;
    }
  }

  /** Opens the file again. The old file may be an archive now, and may be compressed. */
  private void goOn() {
    try {
      reopen();
    } catch (IOException e) {
      note("bot.log could not be reopened, its lines wait: " + e);
    }
  }

  private void reopen() throws IOException {
    FileChannel old = channel;
    channel = null;
    if (old != null) {
      old.close();
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(path + " is not a regular file; move it away");
    }
    FileChannel fresh =
        Durable.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS);
    channel = fresh;
    bytes = fresh.size();
    key = keyOf(path);
    looked = System.nanoTime();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    }
  }

  private boolean endsInNewline() throws IOException {
    try (FileChannel in = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      in.read(last, in.size() - 1);
      return last.get(0) == '\n';
    }
  }

  public long bytes() {
    return bytes;
  }

  public AtomicReference<LongConsumer> before() {
    return before;
  }

  /** Publishes the log for bundles, under the keys that README.md lists. */
  void publish(Map<String, Object> map) {
    map.put("log.path", path);
    map.put("log.bytes", (LongSupplier) () -> bytes);
    map.put("log.lines", (LongSupplier) () -> lines);
    map.put("log.redactions", (LongSupplier) () -> redactions);
    map.put("log.dropped", (LongSupplier) () -> dropped);
    map.put("log.lastLineAt", (LongSupplier) () -> lastLineAt);
    map.put("log.hold", (Consumer<Runnable>) this::hold);
    map.put("log.before", before);
    map.put("log.room", room);
  }

  public void close() {
    Optional<IOException> failed = closeChannel();
    // Printed without our lock: a thread that prints to stderr holds the stream's lock and waits
    // for ours.
    failed.ifPresent(e -> System.err.println("bot.log could not be closed: " + e));
  }

  private Optional<IOException> closeChannel() {
    lock.lock();
    try {
      drain();
      closed = true;
      if (channel != null) {
        channel.force(false);
        channel.close();
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    } finally {
      lock.unlock();
    }
  }
}
