package innkeeper.devkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That they build and serve, the system tests show. */
class NewProjectTest {

  @TempDir private Path dir;
  private Path home;

  @BeforeEach
  void release() throws IOException {
    home = dir.resolve("innkeeper");
    Path templates = Path.of("../../runtime/templates");
    try (Stream<Path> all = Files.walk(templates)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        Path copy = BundleKind.templates(home).resolve(templates.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private Map<String, String> made(String kind, boolean plain) throws Exception {
    Path parent = dir.resolve(plain + kind);
    Path project =
        new NewProject(home, BundleKind.of(home, kind), BundleName.of("disk-watch"), plain)
            .in(parent);
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(project)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        files.put(project.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void everyKindIsFilledInForBothForms() throws Exception {
    String[] kinds = BundleKind.names(home).split(", ");
    assertTrue(kinds.length >= 8, kinds.length + " kinds");
    for (String kind : kinds) {
      for (boolean plain : new boolean[] {true, false}) {
        Map<String, String> files = made(kind, plain);
        String main = files.get("src/main/java/diskwatch/DiskWatch.java");
        assertTrue(main.startsWith("package diskwatch;\n"), kind + "\n" + main);
        assertTrue(files.containsKey("src/test/java/diskwatch/DiskWatchTest.java"), kind);
        assertEquals(plain, files.containsKey("manifest"), kind);
        assertEquals(!plain, files.containsKey("pom.xml"), kind);
        files.forEach(
            (file, text) -> {
              assertFalse(
                  text.replace("@target/sources", "").matches("(?s).*@[a-zA-Z]+@.*"), kind + file);
              assertFalse(text.matches("(?s)(.*\n)?//(maven|plain).*"), kind + file);
            });
      }
    }
  }

  @Test
  void thePlainFormHasNoJunitAndTheMavenFormNoMain() throws Exception {
    String plain = made("listener", true).get("src/test/java/diskwatch/DiskWatchTest.java");
    assertFalse(plain.contains("junit") || plain.contains("@Test"), plain);
    String maven = made("listener", false).get("src/test/java/diskwatch/DiskWatchTest.java");
    assertTrue(maven.contains("  @Test\n"), maven);
    assertFalse(maven.contains("main("), maven);
  }

  @Test
  void anExistingFolderIsNotOverwritten() throws Exception {
    made("servlet", true);
    RefusedException why = assertThrows(RefusedException.class, () -> made("servlet", true));
    assertTrue(why.getMessage().contains("is there already"), why.getMessage());
  }

  @Test
  void anInvalidNameOfABundleOrClassIsRefused() {
    for (String name :
        new String[] {
          "",
          "Disk",
          "disk_watch",
          "-disk",
          "disk-",
          "../x",
          "class",
          "new",
          "string",
          "object",
          "innkeeper",
          "activator",
          "x".repeat(33)
        }) {
      assertThrows(RefusedException.class, () -> BundleName.of(name), name);
    }
  }

  @Test
  void anUnknownKindIsAnsweredWithTheKnownOnes() {
    RefusedException why =
        assertThrows(RefusedException.class, () -> BundleKind.of(home, "plugin"));
    assertTrue(why.getMessage().contains("alarm-channel, command, health-check"));
    assertThrows(RefusedException.class, () -> BundleKind.of(home, "../templates"));
    assertThrows(RefusedException.class, () -> BundleKind.of(home, "project"));
  }
}
