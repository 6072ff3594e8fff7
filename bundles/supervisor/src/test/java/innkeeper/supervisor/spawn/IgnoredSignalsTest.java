package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

public class IgnoredSignalsTest {

  @Test
  void theKernelsMaskIsRead() {
    assertEquals(List.of("INT", "QUIT"), IgnoredSignals.names("0000000000000006"));
    assertEquals(List.of("HUP", "USR1"), IgnoredSignals.names("8000000000000201"));
    assertEquals(List.of(), IgnoredSignals.names("0000000000001000"));
  }

  @Test
  void withoutIgnoredSignalsTheCommandIsUnchanged() throws Exception {
    assertEquals(List.of(), IgnoredSignals.undo("/usr/bin/env", List.of()));
  }
}
