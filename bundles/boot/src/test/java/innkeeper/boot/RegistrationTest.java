package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RegistrationTest {

  @TempDir private Path dir;
  private Path runtime;
  private Path data;

  @BeforeEach
  void folders() throws IOException {
    runtime = Files.createDirectory(dir.resolve("runtime"));
    data = Files.createDirectory(dir.resolve("my data"));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(runtime.resolve("innkeeper/hosts"))) {
      return all.toList();
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aRegistrationNamesDataDirPidAndStartForItsUserOnly() throws Exception {
    Registration.write(data, runtime);
    assertEquals(1, files().size());
    List<String> lines = Files.readAllLines(files().get(0));
    String stat = Files.readString(Path.of("/proc/self/stat"));
    assertTrue(lines.contains("data=" + data), lines.toString());
    assertTrue(lines.contains("socket=" + data + "/run/shell.sock"), lines.toString());
    assertTrue(lines.contains("pid=" + ProcessHandle.current().pid()), lines.toString());
    String start = lines.stream().filter(l -> l.startsWith("start=")).findFirst().orElseThrow();
    assertTrue(stat.contains(" " + start.substring(6) + " "), stat + start);
    assertEquals("rw-------", mode(files().get(0)));
    assertEquals("rwx------", mode(runtime.resolve("innkeeper/hosts")));
    assertEquals("rwx------", mode(runtime.resolve("innkeeper")));
  }

  @Test
  void aRegistrationIsRemovedAtAStopAndOlderOnesAtAStart() throws Exception {
    Registration.write(data, runtime);
    Path left = runtime.resolve("innkeeper/hosts/1-1");
    Path other = runtime.resolve("innkeeper/hosts/2-2");
    Files.copy(files().get(0), left);
    Files.writeString(other, "data=/another\n");
    Registration registration = Registration.write(data, runtime);
    assertTrue(Files.notExists(left), "what an earlier host of this DATA_DIR left");
    registration.remove();
    assertEquals(List.of(other), files());
  }

  @Test
  void aFolderThatIsALinkIsNotUsed() throws Exception {
    Files.createSymbolicLink(runtime.resolve("innkeeper"), data);
    IOException why = assertThrows(IOException.class, () -> Registration.write(data, runtime));
    assertTrue(why.getMessage().contains("not a directory of this user"), why.getMessage());
    try (Stream<Path> all = Files.list(data)) {
      assertEquals(0, all.count());
    }
  }

  @Test
  void withoutARuntimeDirectoryTheRegistrationIsBelowHome() throws Exception {
    boolean root = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    Path expected = root ? Path.of("/run") : dir.resolve(".local/state");
    assertEquals(expected, Registration.parent(Map.of("HOME", dir.toString())));
    assertEquals(
        expected,
        Registration.parent(
            Map.of("HOME", dir.toString(), "XDG_RUNTIME_DIR", dir.resolve("gone").toString())));
    assertEquals(runtime, Registration.parent(Map.of("XDG_RUNTIME_DIR", runtime.toString())));
  }

  @Test
  void aPathThatWouldBreakTheFileIsRefused() {
    assertThrows(IOException.class, () -> Registration.write(dir.resolve("a\nb"), runtime));
  }
}
