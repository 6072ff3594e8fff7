package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    long pid = host.await(id, s -> s.server().pid().isPresent()).server().pid().orElseThrow();
    Path link = Path.of("/proc/" + pid + "/fd/" + descriptor);
    Host.until(() -> Files.readSymbolicLink(link).toString().contains("/run/"));
    return Files.readSymbolicLink(link).getFileName().toString();
  }

  @Test
  void eachHasItsOwn() throws Exception {
    try (Host host = new Host(data, store, Optional.empty())) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      assertEquals("c1.out", target(host, "c1", 1));
      assertEquals("c1.err", target(host, "c1", 2));
      host.stop("c1");
    }
  }
}
