package innkeeper.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.history.HostMark.Before;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMarkTest {

  @TempDir Path dir;

  private HostMark mark(String boot, String process) {
    return new HostMark(dir.resolve("host.mark"), boot, process);
  }

  @Test
  void aStopAKillAndADownMachineAreDistinguished() throws Exception {
    assertEquals(Before.NONE, mark("b1", "10/x").begin());
    assertEquals(Before.SAME, mark("b1", "10/x").begin());
    mark("b1", "10/x").end();
    assertEquals(Before.SAME, mark("b1", "10/x").begin(), "the bundle was replaced");
    assertEquals(Before.KILLED, mark("b1", "11/y").begin());
    mark("b1", "11/y").end();
    assertEquals(Before.STOPPED, mark("b1", "12/z").begin());
    assertEquals(Before.MACHINE_DOWN, mark("b2", "12/z").begin());
    mark("b2", "12/z").end();
    assertEquals(Before.STOPPED, mark("b3", "1/a").begin());
  }

  @Test
  void aCopiedDirectoryHasNoEarlierHost() throws Exception {
    mark("b1", "10/2026-11-22T03:12:00Z").begin();
    Path copy = Files.createDirectory(dir.resolve("copy")).resolve("host.mark");
    Files.copy(dir.resolve("host.mark"), copy);
    HostMark first = new HostMark(copy, "b1", "11/y");
    assertEquals(Before.NONE, first.begin());
    assertEquals(Optional.empty(), first.lastSince());
    assertEquals(Before.KILLED, new HostMark(copy, "b1", "12/z").begin());
  }

  @Test
  void theMarkHasTheStartOfTheLastHost() throws Exception {
    mark("b1", "10/2026-11-22T03:12:00Z").begin();
    HostMark next = mark("b1", "11/unknown");
    assertEquals(Before.KILLED, next.begin());
    assertEquals(Optional.of(Instant.parse("2026-11-22T03:12:00Z")), next.lastSince());
    HostMark third = mark("b1", "12/z");
    third.begin();
    assertEquals(Optional.empty(), third.lastSince());
  }

  @Test
  void aMarkOfAnEarlierReleaseIsUnderstood() throws Exception {
    Files.writeString(dir.resolve("host.mark"), "running b1 10/x");
    assertEquals(Before.KILLED, mark("b1", "11/y").begin());
  }

  @Test
  void anUnreadableMarkIsIgnored() throws Exception {
    Files.writeString(dir.resolve("host.mark"), "running b1");
    assertEquals(Before.NONE, mark("b1", "10/x").begin());
    assertEquals(Before.SAME, mark("b1", "10/x").begin());
  }
}
