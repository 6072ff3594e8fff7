package innkeeper.logging.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TmpfsTest {

  @Test
  void theDirectoryOfASystemUnitComesBeforeThatOfALogin() {
    assertEquals(
        List.of(Path.of("/run/innkeeper-hosts/a"), Path.of("/run/user/7"), Path.of("/dev/shm")),
        Tmpfs.candidates(
            Map.of(
                "RUNTIME_DIRECTORY", "/run/innkeeper-hosts/a", "XDG_RUNTIME_DIR", "/run/user/7")));
    assertEquals(List.of(Path.of("/dev/shm")), Tmpfs.candidates(Map.of("XDG_RUNTIME_DIR", "x")));
  }
}
