package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.settings.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource({
    "ADMIN_PORT,-1",
    "ADMIN_PORT,65536",
    "ADMIN_PORT,abc",
    "ADMIN_PORT,''",
    "ADMIN_PORT,'4560 '",
    "LOG_LEVEL,loud",
    "LOG_LEVEL,INFO",
    "LOG_MAX_BYTES,4095",
    "LOG_MAX_BYTES,1e6",
    "LOG_MAX_FILES,0",
    "LOG_TOTAL_BYTES,x",
    "LOG_MAX_AGE_DAYS,-1",
    "BACKUP_INTERVAL_HOURS,-0.5",
    "BACKUP_INTERVAL_HOURS,NaN",
    "BACKUP_KEEP,0",
    "BACKUP_KEEP_DAILY,-1",
  })
  void aValueOutOfRangeIsNamedWithWhatIsAllowed(String name, String value) {
    List<String> mistakes = read(Map.of(name, value)).mistakes();
    assertEquals(1, mistakes.size(), mistakes::toString);
    assertTrue(mistakes.get(0).startsWith(name + "=" + value + " "), mistakes::toString);
    assertTrue(mistakes.get(0).contains("allowed: "), mistakes::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "ADMIN_PORT,0",
    "ADMIN_PORT,65535",
    "LOG_LEVEL,debug",
    "LOG_MAX_BYTES,4096",
    "LOG_MAX_FILES,1",
    "LOG_MAX_AGE_DAYS,0",
    "BACKUP_INTERVAL_HOURS,0",
    "BACKUP_INTERVAL_HOURS,0.25",
    "BACKUP_KEEP,1",
  })
  void aValueAtTheLimitIsAllowed(String name, String value) {
    assertEquals(List.of(), read(Map.of(name, value)).mistakes());
  }

  @Test
  void allMistakesAreReportedTogether() {
    Map<String, String> env = new TreeMap<>(Map.of("ADMIN_PORT", "x", "LOG_LEVEL", "y"));
    assertEquals(2, read(env).mistakes().size());
  }

  @Test
  void readingMakesNothing() {
    Path data = temp.resolve("not/yet");
    Environment environment =
        Environment.read(Map.of("DATA_DIR", data.toString()), temp.resolve("home"));
    assertEquals(List.of(), environment.mistakes());
    assertEquals(data, environment.dataDir());
    assertFalse(Files.exists(temp.resolve("not")));
  }

  @Test
  void aDataDirThatIsAFileIsRefused() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    String mistake = Environment.read(Map.of("DATA_DIR", file.toString()), temp).mistakes().get(0);
    assertTrue(mistake.contains("is not a directory"), mistake);
    mistake = Environment.read(Map.of("DATA_DIR", file + "/below"), temp).mistakes().get(0);
    assertTrue(mistake.contains("cannot be made"), mistake);
  }

  @Test
  void aMistakeInTheFileIsFoundBeforeAnythingStarts() throws IOException {
    Files.createDirectories(temp.resolve("conf"));
    Files.writeString(temp.resolve("conf/innkeeper.config"), "LOG_LEVEL=\"loud\"\nNO_SUCH=\"1\"\n");
    String file = temp.resolve("conf/innkeeper.config").toString();
    assertEquals(
        List.of(
            file + ": line 2: NO_SUCH is not a setting; remove the line",
            file + ": line 1: LOG_LEVEL=loud is not known; allowed: debug, info, warn, error"),
        read(Map.of()).mistakes());
    Files.writeString(Path.of(file), "# A comment.\nLOG_MAX_FILES=7\n");
    assertEquals(
        List.of(
            file
                + ": line 2 has a value without quotes: LOG_MAX_FILES=7; allowed: lines"
                + " NAME=\"value\""),
        read(Map.of()).mistakes());
    Files.write(Path.of(file), new byte[] {'#', (byte) 0xE4, '\n'});
    assertEquals(List.of(file + " is not UTF-8 text; save it as UTF-8"), read(Map.of()).mistakes());
  }

  @Test
  void aControlCharacterInAPathIsRefusedAndPrintedAsText() {
    for (String name : List.of("DATA_DIR", "ADMIN_SOCKET", "SOCKET_DIR", "SOCKET_GROUP")) {
      String value = temp + "/x\ny\033[2J\u0085";
      List<String> mistakes = read(Map.of(name, value)).mistakes();
      assertEquals(1, mistakes.size(), mistakes::toString);
      String shown = name + "=" + temp + "/x\\ny\\x1b[2J\\x85 holds a control character; allowed: ";
      assertTrue(mistakes.get(0).startsWith(shown), mistakes::toString);
    }
  }

  private Environment read(Map<String, String> env) {
    Map<String, String> all = new TreeMap<>(env);
    all.putIfAbsent("DATA_DIR", temp.toString());
    return Environment.read(all, temp.resolve("home"));
  }

  @Test
  void aPathThatIsTooLongForSqliteOrDamagedByTheLocaleIsNamed() {
    String longest = temp + "/" + "d".repeat(400 - temp.toString().length() - 1);
    assertEquals(List.of(), read(Map.of("DATA_DIR", longest)).mistakes());
    List<String> tooLong = read(Map.of("DATA_DIR", longest + "d")).mistakes();
    assertEquals(1, tooLong.size());
    assertTrue(tooLong.get(0).contains(" has 401 bytes"), tooLong::toString);
    List<String> damaged = read(Map.of("DATA_DIR", temp + "/d\uFFFD")).mistakes();
    assertTrue(damaged.get(0).contains("LC_ALL=C.UTF-8"), damaged::toString);
  }

  @Test
  void aDirectoryInPlaceOfTheSettingsFileIsAMistake() throws Exception {
    Path file = Files.createDirectories(temp.resolve("conf/innkeeper.config"));
    List<String> mistakes = Environment.read(Map.of(), temp).mistakes();
    assertEquals(List.of(file + " is not a file; remove it, or put a file there"), mistakes);
  }
}
