package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfflineUninstallTest {

  @TempDir Path temp;
  private Path data;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void folders() throws IOException {
    data = temp.resolve("data");
    home = temp.resolve("home");
    for (String folder : new String[] {"run", "surfaces/previous", "plugins"}) {
      Files.createDirectories(data.resolve(folder));
    }
    Files.createDirectories(home.resolve("surfaces"));
  }

  private int run(String... words) {
    out.reset();
    err.reset();
    return new OfflineUninstall(home, new PrintStream(out), new PrintStream(err))
        .run(data.toString(), words);
  }

  private static Path jar(Path file, String name) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Bundle-SymbolicName", name + ";singleton:=true");
    try (OutputStream to = Files.newOutputStream(file)) {
      new JarOutputStream(to, manifest).close();
    }
    return file;
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aJarIsFoundByItsSymbolicNameAndTheAnswerNamesItsReplacement() throws IOException {
    Path mine = jar(data.resolve("surfaces/mine.jar"), "innkeeper.admin");
    Path copy = jar(data.resolve("surfaces/previous/mine.jar"), "innkeeper.admin");
    jar(home.resolve("surfaces/innkeeper.admin-0.1.0.jar"), "innkeeper.admin");
    assertEquals(0, run("uninstall", "innkeeper.admin", "--offline"), err());
    assertFalse(Files.exists(mine));
    assertFalse(Files.exists(copy), "nothing comes back by itself");
    assertEquals(
        "uninstalled surfaces/mine.jar; the next start runs the release's own,"
            + " innkeeper.admin-0.1.0.jar\n",
        out());
    assertEquals(
        "surface.uninstall\tok\tsurfaces/mine.jar\twithout a host\n",
        Files.readString(data.resolve("run/notes")));
  }

  @Test
  void noVersionCopyOrFailedJarOfAnUninstalledBundleIsLeft() throws IOException {
    Files.createDirectories(data.resolve("plugins/previous"));
    jar(data.resolve("plugins/x-1.0.0.jar"), "x");
    jar(data.resolve("plugins/x-2.0.0.jar"), "x");
    jar(data.resolve("plugins/x-3.0.0.jar.failed"), "x");
    jar(data.resolve("plugins/previous/x-0.9.0.jar"), "x");
    Path other = jar(data.resolve("plugins/previous/y-1.0.0.jar"), "y");
    assertEquals(0, run("uninstall", "x", "--offline"), err());
    try (var files = Files.walk(data.resolve("plugins"))) {
      assertEquals(List.of(other), files.filter(Files::isRegularFile).toList());
    }
    assertTrue(out().contains("x-2.0.0.jar; the release has none of that name\n"), out());
    assertEquals(1, run("uninstall", "x", "--offline"), "it is gone");
  }

  @Test
  void theAnswerNamesAnotherVersionOfTheUsersThatTheNextStartRuns() throws IOException {
    jar(home.resolve("surfaces/innkeeper.admin-0.1.0.jar"), "innkeeper.admin");
    jar(data.resolve("surfaces/older.jar"), "innkeeper.admin");
    jar(data.resolve("surfaces/newer.jar"), "innkeeper.admin");
    assertEquals(0, run("uninstall", "newer.jar", "--offline"), err());
    assertEquals("uninstalled surfaces/newer.jar; the next start runs surfaces/older.jar\n", out());
  }

  @Test
  void aFileThatIsNoBundleIsFoundByItsFileName() throws IOException {
    Path broken = Files.writeString(data.resolve("plugins/broken.jar"), "no jar at all");
    assertEquals(0, run("uninstall", "--offline", "broken.jar"), err());
    assertFalse(Files.exists(broken));
    Path failed = jar(data.resolve("plugins/x.jar.failed"), "x");
    assertEquals(0, run("uninstall", "plugins/x.jar.failed", "--offline"), err());
    assertFalse(Files.exists(failed));
  }

  @Test
  void anUnknownNameIsRefusedAndPresentJarsAreListed() throws IOException {
    jar(data.resolve("plugins/there.jar"), "one.that.is");
    assertEquals(1, run("uninstall", "nothing", "--offline"));
    assertTrue(err().contains("there is: one.that.is (plugins/there.jar)"), err());
    assertTrue(Files.exists(data.resolve("plugins/there.jar")));
  }

  @Test
  void invalidArgumentsAreRefused() {
    assertEquals(2, run("uninstall", "--offline"));
    assertEquals(2, run("uninstall", "a", "b", "--offline"));
    assertEquals(2, run("uninstall", "--force", "--offline"));
  }

  @Test
  void aDirectoryOnWhichNoHostRanIsRefused() {
    data = temp.resolve("none");
    assertEquals(78, run("uninstall", "a", "--offline"));
    assertFalse(Files.exists(data), "nothing is made");
  }
}
