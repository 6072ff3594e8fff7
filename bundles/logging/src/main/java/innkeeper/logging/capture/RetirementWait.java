package innkeeper.logging.capture;

import java.io.IOException;

/**
 * Waits until a capture has read the bytes that its FIFOs held at one moment. It runs on any thread
 * and never blocks.
 */
final class RetirementWait implements Runnable {

  private static final long AGAIN_NANOS = 2_000_000L;

  private final Capture capture;
  private final DelayedTasks idle;
  private final Runnable then;
  private long[] targets;

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
      long[] unread = capture.unread();
      long[] read = pipeline.read();
      if (targets == null) {
        targets = new long[] {read[0] + unread[0], read[1] + unread[1]};
      }
      return (unread[0] == 0 || read[0] >= targets[0]) && (unread[1] == 0 || read[1] >= targets[1]);
    } catch (IOException closed) {
      return true;
    }
  }
}
