package innkeeper.shell.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What is typed, byte by byte, read ahead by a thread of its own: while a command runs, Ctrl-C must
 * be seen though nobody waits for a key.
 */
final class Keys extends InputStream implements Runnable {

  static final int CTRL_C = 3;

  private static final int END = -1;

  /** Takes keys as they are typed. */
  interface Sink {

    /**
     * @param key a byte; below 0 when the terminal has gone
     */
    void key(int key) throws IOException;
  }

  private final InputStream terminal;
  private final LinkedBlockingQueue<Integer> typed = new LinkedBlockingQueue<>();

  /** Told of Ctrl-C while a command runs; null while the editor wants it as a key. */
  private volatile Runnable interrupt;

  /** Where keys go while a command has the whole terminal; null else. */
  private volatile Sink sink;

  /** While the terminal gives whole lines, an end of file is a key (Ctrl-D), not the end. */
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

  /** Sends all keys there from now on; null for the editor. */
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
      // The terminal has gone: for the editor that is the end of input.
      typed.add(END);
    }
  }

  /** Puts a key back that was read too far. */
  void unread(int key) {
    // Only ever called by the one reading thread, with nothing else adding in between that matters:
    // a lone Escape followed by a key.
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
