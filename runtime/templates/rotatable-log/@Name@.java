package @package@;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes whole lines, and asks the rotator before each. One thread at a time has it. */
final class @Name@ implements RotatableLog, AutoCloseable {

  private final Path path;
  private final Supplier<Optional<Rotator>> rotator;
  private FileChannel channel;
  private volatile long bytes;

  @Name@(Path path, Supplier<Optional<Rotator>> rotator) throws IOException {
    this.path = path;
    this.rotator = rotator;
    open();
  }

  private void open() throws IOException {
    channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    bytes = channel.size();
  }

  synchronized void line(String text) {
    ByteBuffer line = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
    rotator.get().ifPresent(there -> there.before(this, line.remaining()));
    try {
      while (line.hasRemaining()) {
        bytes += channel.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  /** As LOG_MAX_BYTES says. */
  @Override
  public long maxBytes() {
    return 0;
  }

  /** As LOG_MAX_FILES says. */
  @Override
  public int maxFiles() {
    return 0;
  }

  @Override
  public synchronized void hold(Turn turn) throws IOException {
    turn.run(path);
    channel.close();
    open();
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
