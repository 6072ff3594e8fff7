package innkeeper.cli;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.io.InputStream;

/** Standard input for a command run from the editor. The terminal itself edits its lines. */
final class TypedInput extends InputStream {

  private final Terminal terminal;
  private final Keys keys;
  private FullScreen screen;

  TypedInput(Terminal terminal, Keys keys) {
    this.terminal = terminal;
    this.keys = keys;
  }

  void begin() throws IOException {
    keys.lines(true);
    terminal.restore();
  }

  void end() throws IOException {
    terminal.raw();
    keys.lines(false);
  }

  /** Gives a command the whole terminal; Ctrl-C runs {@code onInterrupt}. */
  void whole(HostConnection link, Runnable onInterrupt) throws IOException {
    screen = new FullScreen(terminal, keys, onInterrupt);
    screen.begin(link);
  }

  /** Shows output of a command. */
  void print(Frame frame) throws IOException {
    if (screen == null) {
      Client.print(frame);
    } else {
      screen.print(frame);
    }
  }

  /** Takes the whole terminal back, because the command has ended. */
  void notWhole() throws IOException {
    if (screen != null) {
      screen.end();
      screen = null;
    }
  }

  @Override
  public int read() throws IOException {
    return keys.read();
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    return keys.read(bytes, from, length);
  }
}
