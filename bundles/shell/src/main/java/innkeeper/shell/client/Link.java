package innkeeper.shell.client;

import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
import innkeeper.shell.wire.SocketFile;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The connection to the host. One thread receives, any may send. */
final class Link implements AutoCloseable {

  /** How long a host that runs may be without its shell: it starts, or the shell is replaced. */
  private static final long PATIENCE_MS = 10_000;

  /** The same for a command that goes on with the next host: a release may be on trial. */
  private static final long NEXT_HOST_MS = 120_000;

  /** How long one that has just been there may be gone without any sign that it comes back. */
  private static final long GRACE_MS = 1_000;

  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();

  private Link(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws Client.NoHost if none runs on that DATA_DIR
   */
  static Link open(Path socket, Hello hello) throws IOException {
    return open(socket, hello, 0);
  }

  /** As {@link #open}, after a connection that was good a moment ago. */
  static Link reopen(Path socket, Hello hello) throws IOException {
    return open(socket, hello, GRACE_MS);
  }

  private static Link open(Path socket, Hello hello, long grace) throws IOException {
    long start = System.currentTimeMillis();
    long seen = start;
    while (true) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        connect(channel, socket);
        Link link = new Link(channel);
        byte[] payload = hello.encode();
        link.send(Frame.HELLO, payload, 0, payload.length);
        Frame answer = link.receive();
        if (answer == null || answer.type() != Frame.TAKEN) {
          throw new IOException("the shell closed before it took the request");
        }
        return link;
      } catch (IOException e) {
        channel.close();
        String host = hostPid(socket);
        long now = System.currentTimeMillis();
        seen = host == null ? seen : now;
        // While it becomes the next host it is nobody for a moment.
        boolean gone = host == null && now - seen >= grace;
        waitOrGiveUp(socket, host, gone, now - start, hello, e);
      }
    }
  }

  private static void waitOrGiveUp(
      Path socket, String host, boolean gone, long waited, Hello hello, IOException why)
      throws IOException {
    String dataDir = socket.getParent().getParent().toString();
    if (gone) {
      if (why.getMessage() != null && why.getMessage().indexOf("ermission denied") >= 0) {
        throw new Client.NoHost(
            "the host on DATA_DIR=" + dataDir + " belongs to another user: " + why.getMessage());
      }
      throw new Client.NoHost(
          "no host runs on DATA_DIR="
              + dataDir
              + "; start it with: DATA_DIR="
              + dataDir
              + " innkeeper run (or set DATA_DIR to that of a running one)");
    }
    if (waited >= (hello.resume().isEmpty() ? PATIENCE_MS : NEXT_HOST_MS)) {
      throw new Client.NoHost(
          "the host on DATA_DIR="
              + dataDir
              + " (pid "
              + host
              + ") runs without its shell: "
              + why.getMessage()
              + "; see "
              + dataDir
              + "/bot.log");
    }
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the host", e);
    }
  }

  /** The pid in the lock's file, if that process lives and is a host; else null. */
  private static String hostPid(Path socket) {
    try (FileInputStream lock =
        new FileInputStream(socket.resolveSibling("host.lock").toString())) {
      String pid = new String(lock.readNBytes(20), StandardCharsets.US_ASCII).trim();
      if (pid.isEmpty()) {
        return null;
      }
      try (FileInputStream line = new FileInputStream("/proc/" + pid + "/cmdline")) {
        String command = new String(line.readAllBytes(), StandardCharsets.ISO_8859_1);
        // While it becomes the next host it is its start script for a moment.
        boolean starting = command.indexOf("/innkeeper\0run\0") >= 0;
        return starting || command.indexOf("innkeeper.boot.Main") >= 0 ? pid : null;
      }
    } catch (IOException e) {
      // No lock's file, or no such process: no host.
      return null;
    }
  }

  private static void connect(final SocketChannel channel, Path socket) throws IOException {
    SocketFile.use(
        socket,
        new SocketFile.Use() {
          @Override
          public void at(UnixDomainSocketAddress address) throws IOException {
            channel.connect(address);
          }
        });
  }

  void send(byte type, byte[] payload, int from, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, from, length));
    synchronized (channel) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  /** The next frame; null at the end of the connection. */
  Frame receive() throws IOException {
    if (!fill(5, true)) {
      return null;
    }
    byte type = in.get();
    int length = in.getInt();
    if (length < 0 || length > Frame.MAX) {
      throw new IOException("a frame of " + length + " bytes is none of innkeeper's");
    }
    byte[] payload = new byte[length];
    int got = 0;
    while (got < length) {
      fill(1, false);
      int part = Math.min(in.remaining(), length - got);
      in.get(payload, got, part);
      got += part;
    }
    return new Frame(type, payload);
  }

  private boolean fill(int bytes, boolean mayEnd) throws IOException {
    while (in.remaining() < bytes) {
      in.compact();
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        if (mayEnd && !in.hasRemaining()) {
          return false;
        }
        throw new EOFException("it ended within a frame");
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
