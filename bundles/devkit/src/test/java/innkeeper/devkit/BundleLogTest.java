package innkeeper.devkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BundleLogTest {

  private final BundleLog log =
      new BundleLog(new HostCommands(Path.of("none")), System.out, ZoneId.of("Asia/Kolkata"));

  @BeforeEach
  void of() {
    log.of("disk-watch", "diskwatch.Activator");
  }

  private Optional<String> text(String members) throws Exception {
    return log.text("{\"ts\":\"2026-11-23T18:13:49.706Z\",\"level\":\"info\"," + members + "}");
  }

  @Test
  void theBundlesOwnLineIsShownWithTheTimeOfThisMachine() throws Exception {
    assertEquals(
        Optional.of("23:43:49.706+05:30 info  hello"),
        text("\"msg\":\"hello\",\"logger\":\"stdout\",\"bundle\":\"disk-watch\""));
  }

  @Test
  void anothersLineIsNot() throws Exception {
    assertEquals(Optional.empty(), text("\"msg\":\"hello\",\"bundle\":\"disk\""));
    assertEquals(Optional.empty(), text("\"msg\":\"disk-watch hello\""));
    assertEquals(Optional.empty(), log.text("no JSON"));
  }

  @Test
  void anErrorThatTheHostLogsOfItsCodeIsShownWithItsStack() throws Exception {
    assertEquals(
        Optional.of(
            "23:43:49.706+05:30 info  listener failed\n"
                + "java.lang.IllegalStateException: x\n"
                + "\tat diskwatch.DiskWatch.changed(DiskWatch.java:9)"),
        text(
            "\"msg\":\"listener failed\",\"error\":\"java.lang.IllegalStateException: x\\n"
                + "\\tat diskwatch.DiskWatch.changed(DiskWatch.java:9)\""));
  }

  @Test
  void aLogMessageOfABundleCannotMoveTheCursor() throws Exception {
    assertEquals(
        Optional.of("23:43:49.706+05:30 info  \\u001b[2J"),
        text("\"msg\":\"\\u001b[2J\",\"bundle\":\"disk-watch\""));
  }
}
