package innkeeper.shell.client;

import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Sends one command and shows what comes of it. */
final class OneCommand {

  private final TargetHost meant;
  private final InputStream stdin;
  private Hello hello;

  OneCommand(TargetHost meant, Hello hello, InputStream stdin) {
    this.meant = meant;
    this.hello = hello;
    this.stdin = stdin;
  }

  int run() throws IOException {
    HostConnection link = HostConnection.open(meant, hello);
    Interrupt interrupt = new Interrupt();
    while (true) {
      try (HostConnection current = link) {
        interrupt.of(current);
        int status = converse(current);
        if (status >= 0) {
          return interrupt.ended(status);
        }
      }
      link = HostConnection.reopen(meant, hello);
    }
  }

  /** The exit status, or -1 to go on with the shell's successor. */
  private int converse(HostConnection link) throws IOException {
    while (true) {
      Frame frame = link.receive();
      if (frame == null) {
        throw new IOException("the host went away before the command was done");
      }
      switch (frame.type()) {
        case Frame.OUT:
        case Frame.ERR:
          Client.print(frame);
          break;
        case Frame.WANT:
          new InputPump(link, new String(frame.payload(), StandardCharsets.UTF_8), stdin).start();
          break;
        case Frame.EXIT:
          return frame.number();
        case Frame.BYE:
          hello = hello.resumedAt(new String(frame.payload(), StandardCharsets.UTF_8));
          return -1;
        default:
          throw new IOException("a frame of unknown type " + frame.type());
      }
    }
  }
}
