package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.api.settings.SettingSource;
import innkeeper.api.settings.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSettingsTest {

  @TempDir Path home;
  @TempDir Path data;
  private final Map<String, String> kept = new HashMap<>();

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
  void eachValueSaysWhereItComesFrom() throws IOException {
    write(home, "LOG_MAX_FILES=\"3\"\nLOG_MAX_BYTES=\"5000\"\n");
    LiveSettings settings = settings(Map.of("LOG_MAX_BYTES", "6000"));
    assertEquals(Optional.of(SettingSource.ENVIRONMENT), settings.source("LOG_MAX_BYTES"));
    assertEquals(Optional.of(SettingSource.RELEASE), settings.source("LOG_MAX_FILES"));
    assertEquals(Optional.of(SettingSource.DEFAULT), settings.source("BACKUP_KEEP"));
    write(data, "LOG_MAX_FILES=\"3\"\nBACKUP_KEEP=\"9\"\nADMIN_PORT=\"5000\"\n");
    settings.reload();
    assertEquals(Optional.of(SettingSource.DATA), settings.source("LOG_MAX_FILES"), "same value");
    assertEquals(Optional.of(SettingSource.DATA), settings.source("BACKUP_KEEP"));
    assertEquals(
        Optional.of(SettingSource.DEFAULT), settings.source("ADMIN_PORT"), "still in force");
    assertThrows(IllegalArgumentException.class, () -> settings.source("PATH"));
  }

  @Test
  void aLabelIsOneShortLine() {
    assertEquals(List.of(), SettingsTable.mistakes(Map.of("HOST_LABEL", "büro 7")));
    assertEquals(1, SettingsTable.mistakes(Map.of("HOST_LABEL", "a\nb")).size());
    assertEquals(1, SettingsTable.mistakes(Map.of("HOST_LABEL", "x".repeat(41))).size());
  }

  @Test
  void aMistakeInTheFileChangesNothingAtAll() throws IOException {
    LiveSettings settings = settings(Map.of());
    write(data, "LOG_LEVEL=\"debug\"\nLOG_MAX_BYTES=\"7\"\n");
    assertEquals(Set.of(), settings.reload());
    assertEquals("info", settings.get("LOG_LEVEL"));
    assertEquals(Map.of(), kept);
  }

  @Test
  void theValuesThatBootCheckedAreUsedAlsoIfFilesChanged() throws IOException {
    write(data, "LOG_MAX_FILES=\"many\"\nLOG_LEVEL=\"debug\"\n");
    Map<String, String> checked = new HashMap<>();
    SettingsTable.rows().forEach(row -> checked.put(row.name(), row.fallback()));
    checked.put("LOG_LEVEL", "debug");
    LiveSettings settings = new LiveSettings(Map.of(), home, data, "0", checked, kept::putAll);
    assertEquals("10", settings.get("LOG_MAX_FILES"));
    assertEquals(Optional.empty(), settings.source("LOG_MAX_FILES"), "not from that file");
    assertEquals(Optional.of(SettingSource.DATA), settings.source("LOG_LEVEL"));
  }

  @Test
  void valuesOfFilesWithoutAMistakeAreKeptForTheNextStart() throws IOException {
    LiveSettings settings = settings(Map.of("LOG_LEVEL", "warn"));
    write(data, "LOG_LEVEL=\"debug\"\nADMIN_PORT=\"5000\"\n");
    settings.reload();
    assertEquals(Map.of("ADMIN_PORT", "5000"), kept);
  }

  @Test
  void aPortTakesEffectOnlyAtTheNextStart() throws IOException {
    LiveSettings settings = settings(Map.of());
    write(data, "ADMIN_PORT=\"5000\"\n");
    assertEquals(Set.of(), settings.reload());
    assertEquals(4560, settings.adminPort());
  }

  @Test
  void anUnknownSettingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> settings(Map.of()).get("PATH"));
  }

  private LiveSettings settings(Map<String, String> env) {
    return new LiveSettings(env, home, data, "0", Map.of(), kept::putAll);
  }

  private static void write(Path dir, String text) throws IOException {
    Files.createDirectories(dir.resolve("conf"));
    Files.writeString(dir.resolve("conf/innkeeper.config"), text);
  }
}
