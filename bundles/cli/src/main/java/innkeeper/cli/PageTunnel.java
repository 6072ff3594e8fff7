package innkeeper.cli;

import innkeeper.cli.far.Transport;
import innkeeper.cli.far.Tunnel;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.util.List;

/** Runs {@code page [USER@]BOX}: a tunnel to the page of a far host, until Ctrl-C. */
final class PageTunnel {

  private PageTunnel() {}

  static int run(Transport to, Hello hello) throws IOException {
    if (to.tunnel(0, "").isEmpty()) {
      throw new IllegalArgumentException("page needs a host that ssh reaches, not " + to.name());
    }
    StringBuilder target = new StringBuilder();
    Hello words = hello.saying(List.of("page".getBytes(), "--target".getBytes()));
    int status =
        new CommandRun(new FarHost(to, true, Client::tell), words) {
          @Override
          void show(Frame frame) throws IOException {
            if (frame.type() == Frame.OUT) {
              target.append(frame.text());
            } else {
              Client.print(frame);
            }
          }
        }.toEnd();
    if (status != 0) {
      return status;
    }
    try (Tunnel tunnel = Tunnel.open(to, target.toString().strip(), Client::tell)) {
      Client.print(Frame.OUT, "http://127.0.0.1:" + tunnel.port() + "/\n");
      tunnel.awaitEnd();
    }
    Client.tell("innkeeper: " + to.name() + ": the tunnel has ended");
    return 1;
  }
}
