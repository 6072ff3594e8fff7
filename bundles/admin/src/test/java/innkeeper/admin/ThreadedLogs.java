package innkeeper.admin;

import innkeeper.testkit.FakeLogs;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Logs that call each follower on a thread of its own, as the logging bundle does. */
final class ThreadedLogs extends FakeLogs {

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
}
