package innkeeper.cli;

import innkeeper.cli.far.Transport;
import innkeeper.cli.far.Tunnel;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs {@code page [USER@]BOX}: a tunnel to the page of a far host, until Ctrl-C. */
final class PageTunnel {

  private static final long PATIENCE_MS = 10_000;

  private PageTunnel() {}

  static int run(Transport to, Hello hello) throws IOException {
    if (to.tunnel(0, "").isEmpty()) {
      throw new IllegalArgumentException("page needs a host that ssh reaches, not " + to.name());
    }
    FarHost host = new FarHost(to, true, Client::tell);
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    List<byte[]> words = List.of("page".getBytes(), "--target".getBytes());
    int status =
        new FarRun(host)
            .run(
                hello.saying(words),
                PATIENCE_MS,
                frame -> {
                  if (frame.type() == Frame.OUT) {
                    target.write(frame.payload());
                  } else {
                    Client.print(frame);
                  }
                });
    if (status != 0) {
      return status;
    }
    try (Tunnel tunnel =
        Tunnel.open(to, target.toString(StandardCharsets.UTF_8).strip(), Client::tell)) {
      byte[] url = ("http://127.0.0.1:" + tunnel.port() + "/\n").getBytes();
      Client.print(new Frame(Frame.OUT, url));
      tunnel.awaitEnd();
    }
    Client.tell("innkeeper: " + to.name() + ": the tunnel has ended");
    return 1;
  }
}
