package innkeeper.cli;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Gives a command the whole terminal, and sends its keys and its size to the host. */
final class FullScreen implements Keys.Sink, Runnable {

  private final Terminal terminal;
  private final Keys keys;
  private final Runnable onInterrupt;
  private final List<Frame> held = new ArrayList<>();
  private volatile HostConnection link;

  /**
   * @param onInterrupt is called on Ctrl-C, on the thread that reads the keys
   */
  FullScreen(Terminal terminal, Keys keys, Runnable onInterrupt) {
    this.terminal = terminal;
    this.keys = keys;
    this.onInterrupt = onInterrupt;
  }

  /** Switches to the alternate screen, for the command on that connection. */
  void begin(HostConnection to) throws IOException {
    link = to;
    terminal.enter();
    WindowSignal.handle(this);
    sendSize(to);
    keys.divert(this);
  }

  /** Shows output of a command. Standard error is held back until the normal screen is restored. */
  void print(Frame frame) throws IOException {
    if (frame.type() == Frame.ERR) {
      held.add(frame);
    } else {
      Client.print(frame);
    }
  }

  /** Restores the normal screen; the caller restores the modes of the terminal. */
  void end() throws IOException {
    keys.divert(null);
    link = null;
    terminal.leave();
    for (Frame frame : held) {
      Client.print(frame);
    }
    held.clear();
  }

  @Override
  public void key(int key) throws IOException {
    HostConnection to = link;
    if (key == Keys.CTRL_C) {
      onInterrupt.run();
    } else if (to != null) {
      send(to, key);
    }
  }

  private static void send(HostConnection to, int key) {
    try {
      if (key < 0) {
        to.send(Frame.INPUT_END, new byte[0], 0, 0);
      } else {
        to.send(Frame.INPUT, new byte[] {(byte) key}, 0, 1);
      }
    } catch (IOException e) {
      // The host has gone; the receiving thread reports it.
      return;
    }
  }

  /** Sends the new size, because the window has changed. */
  @Override
  public void run() {
    HostConnection to = link;
    if (to == null) {
      return;
    }
    try {
      sendSize(to);
    } catch (IOException e) {
      // The host has gone; the receiving thread reports it.
      return;
    }
  }

  private void sendSize(HostConnection to) throws IOException {
    int[] size = terminal.size();
    byte[] report = ("\033[8;" + size[0] + ";" + size[1] + "t").getBytes(StandardCharsets.US_ASCII);
    to.send(Frame.INPUT, report, 0, report.length);
  }
}
