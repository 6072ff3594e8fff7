package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;

/** Runs one command with the input, the output and the terminal of this program. */
final class OneCommand extends CommandRun {

  private final Interrupt interrupt = new Interrupt();

  /** The whole terminal; null until a command asks for it. */
  private FullScreen screen;

  OneCommand(TargetHost meant, Hello hello) {
    super(meant, hello);
  }

  @Override
  int toEnd() throws IOException {
    return interrupt.ended(super.toEnd());
  }

  @Override
  void connected(HostConnection link) {
    interrupt.of(link);
  }

  @Override
  Frame converse(HostConnection link) throws IOException {
    try {
      return super.converse(link);
    } finally {
      if (screen != null) {
        screen.close();
      }
    }
  }

  @Override
  void show(Frame frame) throws IOException {
    if (screen == null) {
      Client.print(frame);
    } else {
      screen.print(frame);
    }
  }

  @Override
  void want(HostConnection link, String file) throws IOException {
    if (!file.equals(Frame.KEYS)) {
      new InputPump(link, file, System.in).start();
      return;
    }
    if (screen == null) {
      Terminal terminal = Terminal.open();
      Keys keys = new Keys(terminal.keys());
      keys.onInterrupt(() -> Runtime.getRuntime().exit(Client.INTERRUPTED));
      keys.start();
      screen = new FullScreen(terminal, keys);
    }
    screen.begin(link);
  }
}
