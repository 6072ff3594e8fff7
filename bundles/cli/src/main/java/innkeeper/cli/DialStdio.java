package innkeeper.cli;

import innkeeper.cli.far.DialGreeting;
import innkeeper.common.wire.Frame;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * {@code dial-stdio} connects standard input and output to the host's socket, for a client on
 * another machine. It does not interpret the bytes. The end of its input means that the client has
 * gone; then it closes the connection, so the host notices.
 */
final class DialStdio extends Thread {

  private final SocketChannel host;

  private DialStdio(SocketChannel host) {
    super("input");
    setDaemon(true);
    this.host = host;
  }

  static int run(LocalHost meant) throws IOException {
    SocketChannel host = meant.dial(Long.getLong("innkeeper.patience", 10_000));
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    String release = System.getProperty("innkeeper.version", "");
    out.write(new DialGreeting(release, Client.pid()).encode());
    new DialStdio(host).start();
    ByteBuffer buffer = ByteBuffer.allocate(Frame.CHUNK);
    while (host.read(buffer.clear()) >= 0) {
      out.write(buffer.array(), 0, buffer.position());
    }
    return 0;
  }

  @Override
  public void run() {
    byte[] buffer = new byte[Frame.CHUNK];
    try {
      FileInputStream in = new FileInputStream(FileDescriptor.in);
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, n);
        while (bytes.hasRemaining()) {
          host.write(bytes);
        }
      }
    } catch (IOException e) {
      // One side has closed its connection, so this program ends too.
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().halt(0);
  }
}
