package innkeeper.logging.capture;

import java.io.IOException;

/**
 * Waits until a capture has read what lay in its FIFO at one moment. Runs on any thread, never
 * blocks.
 */
final class RetirementWait implements Runnable {

  private static final long AGAIN_NANOS = 2_000_000L;

  private final Capture capture;
  private final DelayedTasks idle;
  private final Runnable then;
  private long target = Long.MAX_VALUE;

  RetirementWait(Capture capture, DelayedTasks idle, Runnable then) {
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
    CapturePipeline pipeline = capture.pipeline();
    if (pipeline == null) {
      return true;
    }
    try {
      int unread = capture.unread();
      if (target == Long.MAX_VALUE) {
        target = pipeline.read() + unread;
      }
      return unread == 0 || pipeline.read() >= target;
    } catch (IOException closed) {
      return true;
    }
  }
}
