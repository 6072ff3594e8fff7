package innkeeper.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * bot.log's one writer. Writes at once while the disk takes it; when it does not, keeps lines in
 * memory up to a bound, then drops and counts them: nobody who logs ever waits for a full disk.
 */
final class BotLog {

  private static final int MOST_WAITING = 10_000;

  private final Path path;
  private final AtomicReference<LongConsumer> before = new AtomicReference<>(bytes -> {});
  private final AtomicReference<LongPredicate> room = new AtomicReference<>(bytes -> false);

  /** Guards all below: one writer at a time, and none while a turn holds the log. */
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

  private BotLog(Path path) {
    this.path = path;
  }

  static BotLog open(Path path) throws IOException {
    BotLog log = new BotLog(path);
    log.reopen();
    if (log.bytes > 0 && !log.endsInNewline()) {
      // A host that died in the middle of a line: close it, so that ours is a line of its own.
      log.append("\n", 0);
    }
    return log;
  }

  void append(String line, long redacted) {
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

  /** A line of the log's own, past Logback. */
  void note(String message) {
    StringBuilder line = new StringBuilder("{\"ts\":");
    Json.quote(line, java.time.Instant.now().toString()).append(",\"level\":\"warn\",\"msg\":");
    Json.quote(line, message).append(",\"logger\":\"innkeeper.boot\"}\n");
    append(line.toString(), 0);
  }

  /** Runs it with the writer held at a line's end, then goes on in what has the active name. */
  void hold(Runnable turn) {
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
        reopenOrKeep();
      }
      if (!outer) {
        drain();
      }
    } finally {
      lock.unlock();
    }
  }

  private void drain() {
    try {
      while (!waiting.isEmpty()) {
        byte[] line = waiting.peek();
        if (offset == 0) {
          askToTurn(line.length);
        }
        if (channel == null) {
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
    } catch (IOException e) {
      // Kept in `waiting`; the next line tries again. A full disk may be helped.
      if (!turning) {
        turning = true;
        try {
          room.get().test(65536);
        } finally {
          turning = false;
        }
      }
    }
  }

  private void askToTurn(int length) {
    if (turning) {
      return;
    }
    turning = true; // what rotation logs meanwhile waits in the queue
    try {
      before.get().accept(length);
    } finally {
      turning = false;
    }
  }

  private void reopenOrKeep() {
    try {
      FileChannel old = channel;
      reopen();
      if (old != null) {
        old.close();
      }
    } catch (IOException e) {
      note("bot.log could not be reopened, the old file goes on: " + e);
    }
  }

  private void reopen() throws IOException {
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(path + " is no regular file");
    }
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileChannel fresh =
        posix
            ? FileChannel.open(
                path,
                options,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
            : FileChannel.open(path, options);
    channel = fresh;
    bytes = fresh.size();
  }

  private boolean endsInNewline() throws IOException {
    try (FileChannel in = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      in.read(last, in.size() - 1);
      return last.get(0) == '\n';
    }
  }

  Path path() {
    return path;
  }

  long bytes() {
    return bytes;
  }

  long lines() {
    return lines;
  }

  long redactions() {
    return redactions;
  }

  long dropped() {
    return dropped;
  }

  long lastLineAt() {
    return lastLineAt;
  }

  AtomicReference<LongConsumer> before() {
    return before;
  }

  AtomicReference<LongPredicate> room() {
    return room;
  }

  void close() {
    lock.lock();
    try {
      drain();
      if (channel != null) {
        channel.force(false);
        channel.close();
      }
    } catch (IOException e) {
      System.err.println("bot.log could not be closed: " + e);
    } finally {
      lock.unlock();
    }
  }
}
