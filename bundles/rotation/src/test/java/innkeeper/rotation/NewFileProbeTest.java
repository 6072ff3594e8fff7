package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.disk.NewFileProbe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewFileProbeTest {

  @TempDir Path temp;
  private final AtomicLong nanos = new AtomicLong();
  private final NewFileProbe probe = new NewFileProbe(nanos::get);

  @Test
  void aWritableDirectoryIsLeftUnchanged() throws Exception {
    Files.createFile(temp.resolve(".health-probe"));
    assertEquals(
        Optional.empty(), probe.fault(temp), "a file of a host that was killed is no fault");
    try (Stream<Path> left = Files.list(temp)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void anUnwritableDirectoryIsReportedAndCheckedAgainAfterFiveSeconds() throws Exception {
    Path logs = Files.createDirectory(temp.resolve("logs"));
    assertEquals(Optional.empty(), probe.fault(logs));
    Files.delete(logs);
    assertEquals(Optional.empty(), probe.fault(logs), "not asked again at once");
    nanos.addAndGet(6_000_000_000L);
    assertTrue(probe.fault(logs).orElseThrow().contains("is not there"));
  }
}
