package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** stdout and stderr of a server. */
class TwoFifosTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private String target(Host host, String id, int descriptor) throws Exception {
    long pid = host.await(id, s -> s.pid().isPresent()).pid().orElseThrow();
    Path link = Path.of("/proc/" + pid + "/fd/" + descriptor);
    Host.until(() -> Files.readSymbolicLink(link).toString().contains("/run/"));
    return Files.readSymbolicLink(link).getFileName().toString();
  }

  @Test
  void eachHasItsOwnAndTheFormatIsNoted() throws Exception {
    try (Host host = new Host(data, store, Optional.empty())) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      assertEquals("c1.out", target(host, "c1", 1));
      assertEquals("c1.err", target(host, "c1", 2));
      assertTrue(Files.readString(data.resolve("run/formats")).contains("writes.run=2\n"));
      host.stop("c1");
    }
  }

  @Test
  void aReleaseOnTrialStartsServersThatTheOneBeforeCanRead() throws Exception {
    Files.createDirectories(data.resolve("releases"));
    Files.createFile(data.resolve("releases/next"));
    try (Host host = new Host(data, store, Optional.empty())) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      assertEquals("c1.out", target(host, "c1", 1));
      assertEquals("c1.out", target(host, "c1", 2));
      assertFalse(Files.exists(data.resolve("run/formats")));
      assertFalse(Files.exists(data.resolve("run/c1.err")));
      Files.delete(data.resolve("releases/next"));
      host.stop("c1");
      host.start("c1");
      assertEquals("c1.err", target(host, "c1", 2));
      host.stop("c1");
    }
  }
}
