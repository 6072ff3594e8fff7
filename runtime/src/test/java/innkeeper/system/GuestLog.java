package innkeeper.system;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** What a third party's bundle needs so that its own log is rotated like the host's. */
public final class GuestLog implements BundleActivator, RotatableLog {

  static final int LINES = 3000;

  private Path path;
  private FileChannel channel;
  private volatile long bytes;
  private Thread writer;

  @Override
  public void start(BundleContext context) throws IOException {
    path = Path.of(context.getProperty("innkeeper.data")).resolve("guest/visits.log");
    Files.createDirectories(path.getParent());
    open();
    context.registerService(RotatableLog.class, this, null);
    writer = new Thread(() -> write(context), "guest");
    writer.start();
  }

  @Override
  public void stop(BundleContext context) throws Exception {
    writer.interrupt();
    writer.join();
    channel.close();
  }

  private void write(BundleContext context) {
    try {
      for (int i = 0; i < LINES; i++) {
        line(context, "visit " + i + "\n");
        if (i % 100 == 0) {
          Thread.sleep(10);
        }
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void line(BundleContext context, String text) throws IOException {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    ServiceReference<Rotator> rotator = context.getServiceReference(Rotator.class);
    if (rotator != null) {
      context.getService(rotator).before(this, line.length);
      context.ungetService(rotator);
    }
    bytes += channel.write(ByteBuffer.wrap(line));
  }

  private void open() throws IOException {
    channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    bytes = channel.size();
  }

  @Override
  public synchronized void hold(Turn turn) throws IOException {
    turn.run(path);
    channel.close();
    open();
  }

  @Override
  public String name() {
    return "visits";
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
    return 8192;
  }

  @Override
  public int maxFiles() {
    return 100;
  }
}
