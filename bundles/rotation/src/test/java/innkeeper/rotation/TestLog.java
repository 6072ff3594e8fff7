package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A writer as the contract asks for: whole lines, append only, held at a line's end. */
final class TestLog implements RotatableLog, AutoCloseable {

  private final String name;
  private final Path path;
  private final ReentrantLock lock = new ReentrantLock();
  private FileChannel channel;
  private volatile long bytes;
  volatile long maxBytes;
  volatile int maxFiles;
  volatile int reopened;
  volatile int held;
  volatile boolean refusing;

  /** Whether it tries again for ever, whatever the disk says. */
  volatile boolean patient;

  TestLog(Path path) throws IOException {
    this.name = path.getFileName().toString().replace(".log", "");
    this.path = path;
    Files.createDirectories(path.getParent());
    open();
  }

  TestLog bounds(long maxBytes, int maxFiles) {
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    return this;
  }

  /** Each line takes one write, as a writer that gathers nothing would do. */
  void line(Rotator rotator, String text) throws IOException {
    ByteBuffer line = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
    lock.lock();
    try {
      rotator.before(this, line.remaining());
      while (line.hasRemaining()) {
        write(rotator, line);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A full disk gives way or the writer waits; what was not written is written then. */
  private void write(Rotator rotator, ByteBuffer line) throws IOException {
    try {
      if (!channel.isOpen()) {
        open();
      }
      bytes += channel.write(line);
    } catch (IOException full) {
      if (patient) {
        LockSupport.parkNanos(1_000_000);
        return;
      }
      if (!String.valueOf(full.getMessage()).contains("No space") || !rotator.makeRoom(4096)) {
        throw full;
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long maxBytes() {
    return maxBytes;
  }

  @Override
  public int maxFiles() {
    return maxFiles;
  }

  @Override
  public void hold(RotatableLog.Turn rollover) throws IOException {
    lock.lock();
    try {
      held++;
      if (refusing) {
        throw new IOException("in the middle of a line");
      }
      rollover.run(path);
      channel.close();
      open();
      reopened++;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void open() throws IOException {
    channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    bytes = channel.size();
  }
}
