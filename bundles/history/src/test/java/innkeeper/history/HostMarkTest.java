package innkeeper.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.history.HostMark.Before;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMarkTest {

  @TempDir Path dir;

  private HostMark mark(String boot, String process) {
    return new HostMark(dir.resolve("host.mark"), boot, process);
  }

  @Test
  void aStopIsToldFromAKillAndFromAMachineThatWentDown() throws Exception {
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
  void aMarkThatCannotBeReadTellsNothing() throws Exception {
    Files.writeString(dir.resolve("host.mark"), "running b1");
    assertEquals(Before.NONE, mark("b1", "10/x").begin());
    assertEquals(Before.SAME, mark("b1", "10/x").begin());
  }
}
