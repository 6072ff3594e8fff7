package innkeeper.host.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.FakeJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.launch.Framework;

/** The words for each kind of requirement that nothing fulfils. */
class RequirementsTest {

  @TempDir Path temp;
  private Framework framework;
  private Requirements requirements;

  @BeforeEach
  void start() throws Exception {
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage",
                    temp.resolve("cache").toString(),
                    "felix.log.level",
                    "1"));
    framework.start();
    requirements = new Requirements(framework.getBundleContext());
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(0);
  }

  private Path jar(String header, String value) throws IOException {
    Map<String, String> headers = new TreeMap<>(Map.of(header, value));
    headers.put("Bundle-ManifestVersion", "2");
    headers.put("Bundle-SymbolicName", "x");
    headers.put("Bundle-Version", "1.0.0");
    return FakeJar.write(temp.resolve("x.jar"), headers);
  }

  private void missing(String words, String header, String value) throws IOException {
    assertEquals(List.of(words), requirements.of(jar(header, value), "x"), value);
  }

  @Test
  void presentVersionsAreNamed() throws Exception {
    Path giver =
        FakeJar.write(
            temp.resolve("giver.jar"),
            Map.of(
                "Bundle-ManifestVersion", "2",
                "Bundle-SymbolicName", "giver",
                "Bundle-Version", "3.1.0",
                "Export-Package", "given;version=1.5",
                "Provide-Capability", "com.acme.thing;com.acme.thing=one"));
    framework.getBundleContext().installBundle(giver.toUri().toString());
    missing(
        "bundle giver, version from 4.0.0 and below 5.0.0 (here: 3.1.0)",
        "Require-Bundle",
        "giver;bundle-version=\"[4,5)\"");
    missing("package given, version from 2.0.0 (here: 1.5.0)", "Import-Package", "given;version=2");
    missing(
        "package given, version from 1.0.0, with vendor=acme (here: 1.5.0)",
        "Import-Package",
        "given;version=1;vendor=acme");
    missing(
        "com.acme.thing one, without color=red, with size>=2 (here: without a version)",
        "Require-Capability",
        "com.acme.thing;filter:=\"(&(com.acme.thing=one)(!(color=red))(size>=2))\"");
  }

  @Test
  void eachNamespaceIsNamedAsTheJarNamesIt() throws Exception {
    String need = "Require-Capability";
    missing("com.acme.other", need, "com.acme.other");
    missing(
        "osgi.native (osgi.native.osname~=win32)",
        need,
        "osgi.native;filter:=\"(osgi.native.osname~=win32)\"");
    missing(
        "extender osgi.blueprint, version from 1.0.0 and below 2.0.0",
        need,
        "osgi.extender;filter:="
            + "\"(&(osgi.extender=osgi.blueprint)(version>=1.0.0)(!(version>=2.0.0)))\"");
    missing("osgi.service (objectClass=a.B)", need, "osgi.service;filter:=\"(objectClass=a.B)\"");
    missing(
        "identity foo, with type=osgi.bundle",
        need,
        "osgi.identity;filter:=\"(&(osgi.identity=foo)(type=osgi.bundle))\"");
    missing(
        "ee JavaSE, version exactly 99 (here: Java " + Runtime.version().feature() + ")",
        need,
        "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"");
    assertEquals(
        List.of(),
        requirements.of(
            jar(need, "com.acme.a;resolution:=optional,com.acme.b;effective:=active"), "x"));
  }

  @Test
  void aManifestThatTheFrameworkRefusesIsNamedBeforeAnythingIsChanged() throws Exception {
    for (Map.Entry<String, String> wrong :
        Map.of("Import-Package", "a,a", "Export-Package", "java.foo").entrySet()) {
      Path jar = jar(wrong.getKey(), wrong.getValue());
      String why =
          assertThrows(SurfaceException.class, () -> requirements.of(jar, "x")).getMessage();
      assertTrue(why.startsWith("x has a manifest that the framework refuses, nothing"), why);
    }
    assertEquals(1, framework.getBundleContext().getBundles().length);
  }

  @Test
  void anotherBundleOfThatNameAndVersionIsNoFaultInTheManifest() throws Exception {
    Path jar = jar("Bundle-Name", "X");
    framework.getBundleContext().installBundle(jar.toUri().toString());
    assertEquals(List.of(), requirements.of(jar, "x"));
  }
}
