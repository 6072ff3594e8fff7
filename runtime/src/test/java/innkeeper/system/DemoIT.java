package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoIT {

  @Test
  void aNewcomerSeesSupervisionAPageAndRedaction() throws Exception {
    try (HostProcess host = new HostProcess()) {
      host.start("--demo");
      HostProcess.await("demo is ready", () -> host.project("demo", "status").equals("ready"));
      String port = host.project("demo", "hostPort");
      try (InputStream in = URI.create("http://127.0.0.1:" + port + "/").toURL().openStream()) {
        assertTrue(new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("Hello"));
      }
      HostProcess.await("it printed its secrets", () -> host.log("demo").size() > 12);
      List<String> lines = host.log("demo");
      assertTrue(lines.stream().anyMatch(l -> l.contains("[REDACTED]")), lines::toString);
      assertFalse(lines.stream().anyMatch(l -> l.contains("make-believe-")), lines::toString);
      assertFalse(lines.stream().anyMatch(l -> l.contains("open-sesame")), lines::toString);
      assertTrue(host.get("/").body().contains("demo"));
      assertEquals(0, host.stop());
    }
  }
}
