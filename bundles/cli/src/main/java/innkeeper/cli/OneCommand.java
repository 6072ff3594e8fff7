package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Sends one command and shows its output. */
final class OneCommand implements Runnable {

  private final TargetHost meant;
  private final InputStream stdin;
  private Hello hello;
  private Terminal terminal;
  private FullScreen screen;
  private boolean taken;

  OneCommand(TargetHost meant, Hello hello, InputStream stdin) {
    this.meant = meant;
    this.hello = hello;
    this.stdin = stdin;
  }

  int toEnd() throws IOException {
    HostConnection link = HostConnection.open(meant, hello);
    Interrupt interrupt = new Interrupt();
    while (true) {
      try (HostConnection current = link) {
        interrupt.of(current);
        int status = converse(current);
        if (status >= 0) {
          giveBack();
          return interrupt.ended(status);
        }
      } finally {
        giveBack();
      }
      link = HostConnection.reopen(meant, hello);
    }
  }

  /** Returns the exit status, or -1 if the command continues on the shell's successor. */
  private int converse(HostConnection link) throws IOException {
    while (true) {
      Frame frame = link.receive();
      if (frame == null) {
        throw new IOException("the host went away before the command was done");
      }
      switch (frame.type()) {
        case Frame.OUT:
        case Frame.ERR:
          if (taken) {
            screen.print(frame);
          } else {
            Client.print(frame);
          }
          break;
        case Frame.WANT:
          want(link, new String(frame.payload(), StandardCharsets.UTF_8));
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

  private void want(HostConnection link, String file) throws IOException {
    if (!file.equals(Frame.KEYS)) {
      new InputPump(link, file, stdin).start();
      return;
    }
    if (screen == null) {
      terminal = Terminal.open();
      Keys keys = new Keys(terminal.keys());
      screen = new FullScreen(terminal, keys, this);
      keys.start();
    }
    taken = true;
    screen.begin(link);
  }

  /** Restores the terminal, also after a failed command. */
  private void giveBack() throws IOException {
    if (taken) {
      taken = false;
      terminal.restore();
      screen.end();
    }
  }

  /**
   * Handles Ctrl-C while the command has the whole terminal: the program ends with the status of
   * SIGINT.
   */
  @Override
  public void run() {
    Runtime.getRuntime().exit(Client.INTERRUPTED);
  }
}
