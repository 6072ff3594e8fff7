package innkeeper.admin;

import innkeeper.testkit.FakeLogs;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Logs that call each follower on a thread of its own, as the logging bundle does. */
final class ThreadedLogs extends FakeLogs {

  /** Whether the times of lines are lost. */
  volatile boolean untimed;

  ThreadedLogs() {}

  /** Creates logs whose lines get their times from this clock. */
  ThreadedLogs(Clock clock) {
    super(clock);
  }

  ThreadedLogs(FakeLogs before) {
    super(before);
  }

  @Override
  public AutoCloseable follow(String name, String cursor, Follower follower) {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "fake-follow");
              made.setDaemon(true);
              return made;
            });
    AutoCloseable following =
        super.follow(name, cursor, batch -> thread.execute(() -> follower.lines(batch)));
    return () -> {
      following.close();
      thread.shutdownNow();
    };
  }

  @Override
  public Tail tail(String name, int most, List<String> places) throws IOException {
    Tail tail = super.tail(name, most, places);
    return untimed
        ? new Tail(
            tail.file(), tail.lines(), tail.truncated(), 0, tail.cursor(), List.of(), tail.after())
        : tail;
  }
}
