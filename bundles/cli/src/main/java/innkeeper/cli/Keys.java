package innkeeper.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Reads the typed bytes on a thread of its own, before another thread asks for them. So Ctrl-C is
 * noticed while a command runs.
 */
final class Keys extends InputStream implements Runnable {

  static final int CTRL_C = 3;

  /** The pseudo-key for a terminal that has gone; real keys are bytes, so 0 to 255. */
  static final int END = -1;

  /** The pseudo-key for a time without a key. */
  static final int NONE = -2;

  private final InputStream terminal;
  private final LinkedBlockingQueue<Integer> typed = new LinkedBlockingQueue<>();

  /** Runs at Ctrl-C while a command runs; null while Ctrl-C is a key like others. */
  private volatile Runnable interrupt;

  /** Receives the keys while a command has the whole terminal; null otherwise. */
  private volatile IntConsumer sink;

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

  /**
   * Sends all further keys to that sink, a number below 0 when the terminal has gone. Null sends
   * them to the editor.
   */
  void divert(IntConsumer to) {
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
        IntConsumer to = sink;
        if (key == CTRL_C && action != null) {
          action.run();
        } else if (to != null) {
          to.accept(key);
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

  private int pushed = NONE;

  /** Adds a pseudo-key, which the next reader gets like a typed one. */
  void add(int key) {
    typed.add(key);
  }

  /** Returns the next key; {@link #NONE} if none comes in time. */
  int poll(long milliseconds) throws IOException {
    try {
      Integer key = typed.poll(milliseconds, TimeUnit.MILLISECONDS);
      return key == null ? NONE : key;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted while waiting for a key", e);
  }

  @Override
  public int read() throws IOException {
    if (pushed != NONE) {
      int key = pushed;
      pushed = NONE;
      return key;
    }
    try {
      return typed.take();
    } catch (InterruptedException e) {
      throw interrupted(e);
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
