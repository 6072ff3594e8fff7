package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSettingsTest {

  @TempDir Path home;
  @TempDir Path data;

  @Test
  void aChangedFileTakesEffectAndSaysWhat() throws IOException {
    LiveSettings settings = settings(Map.of());
    assertEquals("10485760", settings.get("LOG_MAX_BYTES"));
    write(data, "LOG_MAX_BYTES=\"8192\"\nLOG_LEVEL=\"debug\"\n");
    assertEquals(Set.of("LOG_LEVEL", "LOG_MAX_BYTES"), settings.reload());
    assertEquals("8192", settings.get("LOG_MAX_BYTES"));
    assertEquals(Set.of(), settings.reload());
  }

  @Test
  void aVariableThatIsSetWinsOverBothFiles() throws IOException {
    write(home, "LOG_MAX_FILES=\"3\"\nLOG_MAX_BYTES=\"5000\"\n");
    write(data, "LOG_MAX_FILES=\"4\"\n");
    LiveSettings settings = settings(Map.of("LOG_MAX_BYTES", "6000"));
    assertEquals("6000", settings.get("LOG_MAX_BYTES"));
    assertEquals("4", settings.get("LOG_MAX_FILES"));
  }

  @Test
  void aMistakeInTheFileChangesNothingAtAll() throws IOException {
    LiveSettings settings = settings(Map.of());
    write(data, "LOG_LEVEL=\"debug\"\nLOG_MAX_BYTES=\"7\"\n");
    assertEquals(Set.of(), settings.reload());
    assertEquals("info", settings.get("LOG_LEVEL"));
  }

  @Test
  void aPortTakesEffectOnlyAtTheNextStart() throws IOException {
    LiveSettings settings = settings(Map.of());
    write(data, "ADMIN_PORT=\"5000\"\n");
    assertEquals(Set.of(), settings.reload());
    assertEquals(4560, settings.adminPort());
  }

  @Test
  void anUnknownNameIsNoSetting() {
    assertThrows(IllegalArgumentException.class, () -> settings(Map.of()).get("PATH"));
  }

  private LiveSettings settings(Map<String, String> env) {
    return new LiveSettings(env, home, data, "0");
  }

  private static void write(Path dir, String text) throws IOException {
    Files.createDirectories(dir.resolve("conf"));
    Files.writeString(dir.resolve("conf/innkeeper.config"), text);
  }
}
