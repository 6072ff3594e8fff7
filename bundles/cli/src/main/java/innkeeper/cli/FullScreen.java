package innkeeper.cli;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Gives a command the whole terminal, and sends its keys and its size to the host. */
final class FullScreen {

  private final Terminal terminal;
  private final Keys keys;
  private final List<Frame> held = new ArrayList<>();

  /** The connection of the command that has the terminal; null if no command has it. */
  private volatile HostConnection link;

  FullScreen(Terminal terminal, Keys keys) {
    this.terminal = terminal;
    this.keys = keys;
  }

  /** Returns the typed bytes, for a command that reads standard input. */
  Keys keys() {
    return keys;
  }

  /**
   * Selects who edits a typed line: the terminal itself, for a command that reads standard input,
   * or the reader of single keys.
   */
  void lines(boolean on) throws IOException {
    if (on) {
      keys.lines(true);
      terminal.restore();
    } else {
      terminal.raw();
      keys.lines(false);
    }
  }

  /** Switches to the alternate screen, for the command on that connection. */
  void begin(HostConnection to) throws IOException {
    link = to;
    terminal.enter();
    WindowSignal.handle(this::sendSize);
    sendSize();
    keys.divert(this::sendKey);
  }

  /** Shows output of a command. Standard error is held back until the normal screen is restored. */
  void print(Frame frame) throws IOException {
    if (link != null && frame.type() == Frame.ERR) {
      held.add(frame);
    } else {
      Client.print(frame);
    }
  }

  /** Restores the normal screen, if a command has the terminal. The modes of the terminal stay. */
  void end() throws IOException {
    keys.divert(null);
    link = null;
    terminal.leave();
    for (Frame frame : held) {
      Client.print(frame);
    }
    held.clear();
  }

  /** Restores the modes of the terminal and the normal screen. */
  void close() throws IOException {
    terminal.restore();
    end();
  }

  private void sendKey(int key) {
    if (key < 0) {
      send(Frame.INPUT_END, new byte[0]);
    } else {
      send(Frame.INPUT, new byte[] {(byte) key});
    }
  }

  private void sendSize() {
    int[] size = terminal.size();
    String report = "\033[8;" + size[0] + ";" + size[1] + "t";
    send(Frame.INPUT, report.getBytes(StandardCharsets.US_ASCII));
  }

  private void send(byte type, byte[] bytes) {
    HostConnection to = link;
    try {
      if (to != null) {
        to.send(type, bytes, 0, bytes.length);
      }
    } catch (IOException e) {
      // The host has gone; the receiving thread reports it.
      return;
    }
  }
}
