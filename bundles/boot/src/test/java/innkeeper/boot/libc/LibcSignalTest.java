package innkeeper.boot.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibcSignalTest {

  private static final int USR1 = 10;
  private static final int NO_SUCH_PROCESS = 3;

  @TempDir Path dir;

  @Test
  void aSignalReachesAProcess() throws Exception {
    Libc libc = Libc.load(dir);
    Process sleep = new ProcessBuilder("sleep", "100").start();
    assertEquals(0, libc.signal((int) sleep.pid(), USR1));
    assertEquals(128 + USR1, sleep.waitFor());
    assertEquals(-NO_SUCH_PROCESS, libc.signal((int) sleep.pid(), USR1));
  }

  @Test
  void nobodyElseIsSignalled() {
    Libc libc = Libc.load(dir);
    assertThrows(IllegalArgumentException.class, () -> libc.signal(0, 0));
    assertThrows(IllegalArgumentException.class, () -> libc.signal(-1, 0));
  }
}
