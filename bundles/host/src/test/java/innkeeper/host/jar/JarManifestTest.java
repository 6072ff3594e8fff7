package innkeeper.host.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.FakeJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarManifestTest {

  @TempDir Path temp;

  @Test
  void aBundleHasTheNameWithoutDirectivesAndItsFolder() throws IOException {
    JarManifest users =
        JarManifest.read(FakeJar.bundle(temp.resolve("a.jar"), "mine;singleton:=true", "1.2"));
    assertEquals("mine-1.2.0.jar", users.fileName());
    assertEquals("plugins", users.folder());
    JarManifest ours =
        JarManifest.read(FakeJar.bundle(temp.resolve("b.jar"), "innkeeper.admin", "0.2.0"));
    assertEquals("surfaces", ours.folder());
  }

  @Test
  void aJarThatIsNoBundleIsRefusedWithTheMissingHeader() throws IOException {
    refused(Map.of(), "no Bundle-SymbolicName");
    refused(Map.of("Bundle-SymbolicName", "a"), "has no Bundle-ManifestVersion; allowed: 2");
    refused(
        Map.of("Bundle-SymbolicName", "../a", "Bundle-ManifestVersion", "2"),
        "the Bundle-SymbolicName ../a; allowed");
    refused(
        Map.of("Bundle-SymbolicName", "a", "Bundle-ManifestVersion", "2", "Bundle-Version", "x"),
        "cannot be read as a bundle");
  }

  @Test
  void aFragmentNamesItsHostWithoutAttributesAndDirectives() throws IOException {
    Map<String, String> headers =
        Map.of(
            "Bundle-ManifestVersion", "2",
            "Bundle-SymbolicName", "frag",
            "Fragment-Host", " system.bundle; extension:=framework");
    Path jar = FakeJar.write(temp.resolve("frag.jar"), headers);
    assertEquals("system.bundle", JarManifest.read(jar).fragmentOf());
    Path bundle = FakeJar.bundle(temp.resolve("a.jar"), "a", "1.0.0");
    assertEquals("", JarManifest.read(bundle).fragmentOf());
  }

  @Test
  void aFileThatIsNoJarIsRefused() throws IOException {
    Path text = Files.writeString(temp.resolve("c.jar"), "hello");
    assertThrows(SurfaceException.class, () -> JarManifest.read(text));
  }

  private void refused(Map<String, String> headers, String why) throws IOException {
    Path jar = FakeJar.write(temp.resolve("x.jar"), headers);
    String message = assertThrows(SurfaceException.class, () -> JarManifest.read(jar)).getMessage();
    assertTrue(message.contains(why), message);
  }
}
