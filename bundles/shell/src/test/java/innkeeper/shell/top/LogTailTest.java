package innkeeper.shell.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.Logs;
import innkeeper.api.service.AwaitedService;
import innkeeper.shell.cli.Services;
import innkeeper.testkit.FakeLogs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTailTest {

  private final AwaitedService<Logs> service = new AwaitedService<>(Logs.class, "logging");
  private final LogTail tail =
      new LogTail(new Services(null, Duration.ZERO).with(Logs.class, service));

  @Test
  void onlyLinesOfTheShownLogAreFollowed() {
    FakeLogs logs = new FakeLogs();
    service.add(logs);
    logs.line("a", "a1");
    logs.line("b", "b1");
    tail.show("a");
    logs.line("a", "a2");
    assertEquals(List.of("a1", "a2"), tail.lines());
    tail.show("b");
    long version = tail.version();
    logs.line("a", "a3");
    assertEquals(version, tail.version());
    logs.line("b", "b2");
    assertEquals(List.of("b1", "b2"), tail.lines());
    assertTrue(tail.version() > version);
    tail.close();
    assertEquals(0, logs.followers("a") + logs.followers("b"));
  }

  @Test
  void aProgressBarIsItsLastStateAndALongLineIsCut() {
    FakeLogs logs = new FakeLogs();
    service.add(logs);
    logs.line("a", "10 %\r\u001b[32m100 %", "x".repeat(1 << 20));
    tail.show("a");
    assertEquals("100 %", tail.lines().get(0));
    assertTrue(tail.lines().get(1).length() <= 2000);
    tail.close();
  }

  @Test
  void aFollowingThatCannotBeEndedIsReportedBelowTheNextLog() {
    service.add(
        new FakeLogs() {
          @Override
          public AutoCloseable follow(String name, String cursor, Follower follower) {
            return () -> {
              throw new IOException("broken pipe");
            };
          }
        });
    tail.show("a");
    tail.show("b");
    assertEquals(List.of("(the log is still followed: broken pipe)"), tail.lines());
  }
}
