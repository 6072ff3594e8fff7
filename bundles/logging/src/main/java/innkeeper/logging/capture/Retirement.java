package innkeeper.logging.capture;

import java.io.IOException;

/**
 * Waits until a capture has read what lay in its FIFO at one moment. Runs on any thread, never
 * blocks.
 */
final class Retirement implements Runnable {

  private static final long AGAIN_NANOS = 2_000_000L;

  private final Capture capture;
  private final Idle idle;
  private final Runnable then;
  private long target = Long.MAX_VALUE;

  Retirement(Capture capture, Idle idle, Runnable then) {
    this.capture = capture;
    this.idle = idle;
    this.then = then;
  }

  @Override
  public void run() {
    if (capture.stopping() || read() || !idle.after(this, AGAIN_NANOS)) {
      then.run();
    }
  }

  private boolean read() {
    Passage passage = capture.passage();
    if (passage == null) {
      return true;
    }
    try {
      int unread = capture.unread();
      if (target == Long.MAX_VALUE) {
        target = passage.read() + unread;
      }
      return unread == 0 || passage.read() >= target;
    } catch (IOException closed) {
      return true;
    }
  }
}
