package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.settings.Environment;
import innkeeper.boot.settings.KeptSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartCheckTest {

  @TempDir private Path temp;
  private Path home;
  private Path data;
  private Path file;

  @BeforeEach
  void directories() throws IOException {
    home = Files.createDirectory(temp.resolve("home"));
    data = temp.resolve("data");
    Files.createDirectories(data.resolve("run"));
    Files.createDirectories(data.resolve("conf"));
    file = data.resolve("conf/innkeeper.config");
  }

  private Map<String, String> env() {
    return Map.of("DATA_DIR", data.toString());
  }

  private Environment settings() throws Main.Refusal {
    return StartCheck.settings(env(), home);
  }

  private Optional<String> refusal(Environment now) {
    return StartCheck.refusal(Environment.read(env(), home), now);
  }

  @Test
  void aMistakeInTheFileIsRefusedBeforeTheHandOverInTheWordsOfTheStart() throws Exception {
    Environment now = settings();
    assertEquals(Optional.empty(), refusal(now));
    Files.writeString(file, "LOG_MAX_FILES=7\n");
    String start = assertThrows(Main.Refusal.class, this::settings).getMessage();
    assertTrue(start.startsWith(file + ": line 1 "), start);
    assertEquals(Optional.of(start), refusal(now));
  }

  @Test
  void aReleaseWithAMistakeInItsOwnFileIsRefused() throws Exception {
    Environment now = settings();
    Path next = Files.createDirectories(temp.resolve("next/conf")).getParent();
    Files.writeString(next.resolve("conf/innkeeper.config"), "\nNO_SUCH=\"1\"\n");
    String refusal = StartCheck.refusal(Environment.read(env(), next), now).orElseThrow();
    assertTrue(refusal.contains("line 2: NO_SUCH is not a setting"), refusal);
  }

  @Test
  void aPortInUseIsRefusedUnlessThisHostUsesIt() throws Exception {
    Environment now = settings();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Files.writeString(file, "ADMIN_PORT=\"" + taken.getLocalPort() + "\"\n");
      String refusal = refusal(now).orElseThrow();
      assertTrue(refusal.startsWith("ADMIN_PORT=" + taken.getLocalPort() + " is in use"), refusal);
      assertEquals(Optional.empty(), refusal(settings()));
    }
  }

  @Test
  void aSocketInADirectoryOfOthersIsRefusedAndNothingIsMade() throws Exception {
    Environment now = settings();
    Path made = temp.resolve("made");
    Files.writeString(file, "ADMIN_SOCKET=\"" + made.resolve("s") + "\"\n");
    assertEquals(Optional.empty(), refusal(now));
    assertTrue(Files.notExists(made));
    Files.writeString(file, "ADMIN_SOCKET=\"" + temp.resolve("no/such/s") + "\"\n");
    assertTrue(refusal(now).orElseThrow().contains("lies in no directory"));
  }

  @Test
  void theProcessThatBecomesTheNextHostStartsWithTheLastGoodSettings() throws Exception {
    new KeptSettings(data.resolve("run")).write(Map.of("LOG_MAX_FILES", "3", "GONE", "x"));
    Files.writeString(file, "LOG_MAX_FILES=7\n");
    Environment used = settings();
    assertEquals("3", used.values().get("LOG_MAX_FILES"));
    assertEquals(1, used.mistakes().size(), "to be reported");
    Files.createDirectories(data.resolve("releases"));
    Files.writeString(data.resolve("releases/next"), "home=" + home + "\n");
    assertThrows(Main.Refusal.class, this::settings, "a release on trial goes back");
  }

  @Test
  void anotherProcessUsesTheLastSettingsOnlyWhileServersRun() throws Exception {
    Path run = data.resolve("run");
    Files.writeString(run.resolve("settings"), ".pid=1\nLOG_MAX_FILES=3\n");
    Files.writeString(file, "LOG_MAX_FILES=7\n");
    assertThrows(Main.Refusal.class, this::settings);
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
    Files.writeString(run.resolve("s.id"), ProcessHandle.current().pid() + " " + start + "\n");
    assertEquals("3", settings().values().get("LOG_MAX_FILES"));
    Map<String, String> wrong = Map.of("DATA_DIR", data.toString(), "LOG_LEVEL", "loud");
    assertThrows(Main.Refusal.class, () -> StartCheck.settings(wrong, home), "not a file's");
  }
}
