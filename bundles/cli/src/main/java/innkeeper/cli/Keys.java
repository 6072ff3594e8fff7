package innkeeper.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Reads the typed bytes on a thread of its own, before another thread asks for them. So Ctrl-C is
 * noticed while a command runs.
 */
final class Keys extends InputStream implements Runnable {

  static final int CTRL_C = 3;

  private static final int END = -1;

  /** Receives keys as they are typed. */
  interface Sink {

    /**
     * @param key a byte; below 0 when the terminal has gone
     */
    void key(int key) throws IOException;
  }

  private final InputStream terminal;
  private final LinkedBlockingQueue<Integer> typed = new LinkedBlockingQueue<>();

  /** Runs at Ctrl-C while a command runs; null while the editor takes Ctrl-C as a key. */
  private volatile Runnable interrupt;

  /** Receives the keys while a command has the whole terminal; null otherwise. */
  private volatile Sink sink;

  /**
   * True while the terminal delivers whole lines. Then an end of file is a key (Ctrl-D), not the
   * end of the input.
   */
  private volatile boolean lines;

  Keys(InputStream terminal) {
    this.terminal = terminal;
  }

  void start() {
    Thread thread = new Thread(this, "keys");
    thread.setDaemon(true);
    thread.start();
  }

  void onInterrupt(Runnable action) {
    interrupt = action;
  }

  /** Sends all further keys to that sink; null sends them to the editor. */
  void divert(Sink to) {
    sink = to;
  }

  void lines(boolean on) {
    lines = on;
  }

  @Override
  public void run() {
    try {
      while (true) {
        int key = terminal.read();
        Runnable action = interrupt;
        Sink to = sink;
        if (to != null) {
          to.key(key);
        } else if (key == CTRL_C && action != null) {
          action.run();
        } else {
          typed.add(key);
        }
        if (key < 0 && !lines) {
          return;
        }
      }
    } catch (IOException e) {
      // The terminal has gone; the editor sees the end of input.
      typed.add(END);
    }
  }

  /** Puts back a key, so that the next read returns it. */
  void unread(int key) {
    // Only the reading thread calls this, after an Escape without a sequence.
    pushed = key;
  }

  private int pushed = -2;

  @Override
  public int read() throws IOException {
    if (pushed != -2) {
      int key = pushed;
      pushed = -2;
      return key;
    }
    try {
      return typed.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a key", e);
    }
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int key = read();
    if (key < 0) {
      return -1;
    }
    bytes[from] = (byte) key;
    return 1;
  }
}
