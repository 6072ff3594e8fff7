package innkeeper.logging.capture;

import innkeeper.api.rotation.RotatableLog.Turn;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.file.Lines;
import innkeeper.logging.index.ActiveIndex;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Makes the writer of a log wait at the end of a line while the log's file is rotated. The {@link
 * RingHeader} then records where in the new file the output continues.
 */
final class RotationHold {

  private static final long HOLD_NANOS = 2_000_000_000L;

  private final String name;
  private final LogFile file;
  private final ActiveIndex index;
  private final ReentrantLock lock;
  private final Condition changed;
  private final Runnable announce;
  private boolean rotating;
  private RingHeader header;

  /**
   * Creates the hold of one log.
   *
   * @param lock the writer's lock
   * @param changed signalled when the file ends with a line end
   * @param announce notifies the listeners of the new file
   */
  RotationHold(
      String name,
      LogFile file,
      ActiveIndex index,
      ReentrantLock lock,
      Condition changed,
      Runnable announce) {
    this.name = name;
    this.file = file;
    this.index = index;
    this.lock = lock;
    this.changed = changed;
    this.announce = announce;
  }

  /** Sets the header of the ring whose content is written to the log. */
  void ring(RingHeader ringHeader) {
    header = ringHeader;
  }

  boolean rotating() {
    return rotating;
  }

  /**
   * Runs a rotation.
   *
   * @param attaching whether the log and the ring have not been compared yet
   */
  void run(Turn turn, BooleanSupplier attaching) throws IOException {
    boolean mine = lock.isHeldByCurrentThread();
    lockBounded();
    try {
      if (!mine && attaching.getAsBoolean()) {
        // The end of the log must be compared with the ring before the log may be moved.
        throw new IOException("log " + name + " is being taken over; try again");
      }
      if (rotating) {
        throw new IOException("log " + name + " is being rotated already");
      }
      if (!mine) {
        awaitLineEnd();
      }
      rotating = true;
      try {
        turn(turn);
      } finally {
        rotating = false;
      }
    } finally {
      announce.run();
      lock.unlock();
    }
  }

  private void turn(Turn turn) throws IOException {
    long skip = 0;
    if (header != null) {
      boolean here = header.inode() == file.inode();
      skip = header.skip() + (here ? Lines.count(file.path(), header.place(), file.bytes()) : 0);
    }
    if (file.resting()) {
      file.open();
    }
    boolean open = file.isOpen();
    long before = file.inode();
    try {
      turn.run(file.path());
    } finally {
      if (open) {
        if (!file.same()) {
          file.reopen();
        }
        if (file.inode() != before) {
          index.leave();
        }
        turn.archive().ifPresent(index::archived);
        if (header != null && file.inode() != before) {
          header.turned(false, file.inode(), file.bytes(), skip);
        }
      } else {
        turn.archive().ifPresent(index::archived);
        file.measureClosed();
      }
    }
  }

  private void lockBounded() throws IOException {
    try {
      if (lock.tryLock(HOLD_NANOS, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("log " + name + " is busy; try again");
  }

  private void awaitLineEnd() throws IOException {
    long deadline = System.nanoTime() + HOLD_NANOS;
    while (!file.lineEnd()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new IOException(
            "log " + name + " is in the middle of a line its server has not ended; try again");
      }
      try {
        changed.awaitNanos(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("log " + name + " was not rotated: interrupted", e);
      }
    }
  }
}
