package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jars that cannot be or do not serve: a clear word each, and what was there before serves. */
class HostileJarsIT {

  private HostProcess host;

  @BeforeEach
  void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterEach
  void stop() throws Exception {
    host.close();
  }

  @Test
  void whatCannotBeBesideWhatIsThereIsRefusedAtOnceAndNothingIsTouched() throws Exception {
    Path own = HostProcess.HOME.resolve("surfaces/innkeeper.admin-" + HostProcess.VERSION + ".jar");
    refused("is there already (the release's)", own);
    refused("is a part of the platform", HostProcess.HOME.resolve("platform/innkeeper.host.jar"));
    refused("is a part of the platform", HostProcess.HOME.resolve("platform/jackson-core.jar"));
    Path old = jar("ancient", "1.0.0", Map.of("Bundle-ManifestVersion", "1"));
    refused("Bundle-ManifestVersion 1; allowed: 2", old);
    refused(
        "missing package no.such.thing, version from 1.0.0 and below 2.0.0",
        jar("lonely", "1.0.0", Map.of("Import-Package", "no.such.thing;version=\"[1,2)\"")));
    refused(
        "missing package innkeeper.api.surface, version from 99.0.0 (here: ",
        jar("ahead", "1.0.0", Map.of("Import-Package", "innkeeper.api.surface;version=99")));
    refused(
        "(here: Java ",
        jar(
            "modern",
            "1.0.0",
            Map.of("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version>=999))\"")));
    refused(
        "frag-1.0.0.jar is a fragment of innkeeper.admin (Fragment-Host); Innkeeper does not support"
            + " fragments",
        jar("frag", "1.0.0", Map.of("Fragment-Host", "innkeeper.admin")));
    refused(
        "twice has a manifest that the framework refuses, nothing was changed: Duplicate import: a",
        jar("twice", "1.0.0", Map.of("Import-Package", "a,a")));
    assertTrue(body("/api/surfaces").contains("\"innkeeper.admin\""));
    assertEquals(200, host.get("/api/health").statusCode());
  }

  @Test
  void aSurfaceWhoseComponentCannotBeLoadedGivesWayAndTheAnswerNamesTheClass() throws Exception {
    Path broken = release("admin", "0.9.1", name -> name.endsWith("/AdminComponent.class"));
    HostProcess.Said said = host.cli("install", broken.toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("innkeeper.admin.AdminComponent"), said.err());
    assertTrue(said.err().contains(HostProcess.BUNDLE_VERSION + " serves again"), said.err());
    assertTrue(serves("innkeeper.admin", HostProcess.BUNDLE_VERSION));
  }

  @Tag("nightly")
  @Test
  void ofTwoVersionsDroppedByHandTheNewerServesAndTheOlderSaysWhatItWaitsFor() throws Exception {
    drop(jar("twin", "2.0.0", Map.of()), "a.jar");
    HostProcess.await("it serves", () -> serves("twin", "2.0.0"));
    drop(jar("twin", "1.0.0", Map.of()), "b.jar");
    HostProcess.await(
        "health says who waits for whom",
        () -> body("/api/health").contains("twin 1.0.0 waits: 2.0.0 (plugins/a.jar) is newer"));
    drop(jar("twin", "2.0.0", Map.of()), "c.jar");
    HostProcess.await(
        "a second of the same version is named",
        () -> body("/api/health").contains("twin 2.0.0 is there already (plugins/a.jar)"));
    assertTrue(serves("twin", "2.0.0"));
    Files.delete(host.data().resolve("plugins/c.jar"));
    host.cli("restart-host").ok();
    HostProcess.await("the same one serves after a restart", () -> serves("twin", "2.0.0"));
    assertFalse(serves("twin", "1.0.0"));
    Files.delete(host.data().resolve("plugins/a.jar"));
    HostProcess.await("the older comes back", () -> serves("twin", "1.0.0"));
    HostProcess.await("and is no fault", () -> !body("/api/health").contains("twin"));
  }

  @Tag("nightly")
  @Test
  void whatDoesNotServeAtTheStartGivesWayToWhatWasThereBefore() throws Exception {
    Path surfaces = host.data().resolve("surfaces");
    place(release("rotation", "0.2.0", name -> false), surfaces.resolve("mine.jar"));
    HostProcess.await(
        "the user's own serves",
        () -> body("/api/audit?limit=1000").contains("\"innkeeper.rotation 0.2.0\""));
    drop(jar("whole", "1.0.0", Map.of()), "whole.jar");
    HostProcess.await(
        "the plugin serves", () -> body("/api/audit?limit=1000").contains("\"whole 1.0.0\""));
    assertEquals(0, host.stop());
    Path half = host.data().resolve("plugins/whole.jar");
    Files.write(half, java.util.Arrays.copyOf(Files.readAllBytes(half), 60));
    Predicate<String> components = name -> name.endsWith("Component.class");
    place(release("rotation", "0.3.0", components), surfaces.resolve("mine.jar"));
    place(release("admin", "0.3.0", components), surfaces.resolve("page.jar"));
    host.launch();
    HostProcess.await(
        "the release's page serves", () -> serves("innkeeper.admin", HostProcess.BUNDLE_VERSION));
    HostProcess.await("the user's own as before", () -> serves("innkeeper.rotation", "0.2.0"));
    HostProcess.await("host is ready", () -> host.console().contains(" ready http"));
    assertTrue(serves("whole", "1.0.0"), "half a copy is not acted upon, what served does");
    assertTrue(Files.exists(surfaces.resolve("mine.jar.failed")));
    assertTrue(Files.exists(surfaces.resolve("page.jar.failed")));
    assertTrue(body("/api/health").contains("page.jar.failed"), "health says what was set aside");
    HostProcess.await(
        "and the record", () -> body("/api/audit?limit=1000").contains("surfaces/page.jar: "));
  }

  @Test
  void whatIsDroppedAndCannotServeIsSetAsideInTimeAndHealthSaysWhy() throws Exception {
    Map<String, String> reasons = new java.util.TreeMap<>();
    drop(jar("lonely", "1.0.0", Map.of("Import-Package", "no.such.thing")), "lonely.jar");
    reasons.put("lonely.jar", "missing package no.such.thing");
    drop(
        jar(
            "modern",
            "1.0.0",
            Map.of("Require-Capability", "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version>=999))\"")),
        "modern.jar");
    reasons.put("modern.jar", "(here: Java ");
    drop(jar("ancient", "1.0.0", Map.of("Bundle-ManifestVersion", "1")), "ancient.jar");
    reasons.put("ancient.jar", "Bundle-ManifestVersion 1; allowed: 2");
    drop(release("admin", "0.9.2", name -> name.endsWith("/AdminComponent.class")), "page.jar");
    reasons.put("page.jar", "innkeeper.admin.AdminComponent");
    drop(
        jar("frag", "1.0.0", Map.of("Fragment-Host", "system.bundle;extension:=framework")),
        "frag.jar");
    reasons.put("frag.jar", "frag.jar is a fragment of system.bundle (Fragment-Host)");
    drop(bomb(), "bomb.jar");
    reasons.put("bomb.jar", "times its");
    drop(jar("needs", "1.0.0", Map.of("Import-Package", "given.late;version=1")), "a-needs.jar");
    drop(jar("gives", "1.0.0", Map.of("Export-Package", "given.late;version=1")), "z-gives.jar");
    for (Map.Entry<String, String> one : reasons.entrySet()) {
      Path failed = host.data().resolve("plugins/" + one.getKey() + ".failed");
      HostProcess.await(one.getKey() + " is set aside", () -> Files.exists(failed));
      HostProcess.await(
          "health says why",
          () ->
              body("/api/health").contains("plugins/" + one.getKey() + ".failed: ")
                  && body("/api/health").contains(one.getValue()));
      HostProcess.await(
          "the record too",
          () -> body("/api/audit?limit=1000").contains("plugins/" + one.getKey() + ": "));
      assertTrue(host.console().contains("file=" + host.data().toRealPath().resolve(failed)));
    }
    HostProcess.await("who waited for another serves", () -> serves("needs", "1.0.0"));
    assertTrue(serves("innkeeper.admin", HostProcess.BUNDLE_VERSION));
  }

  @Test
  void whatUpdatesABundleIsCheckedAsByInstall() throws Exception {
    Path stranger = jar("stranger", "7.0.0", Map.of());
    notUpdated("is stranger 7.0.0, not innkeeper.admin", stranger);
    notUpdated("times its", bomb());
    notUpdated(
        "missing package no.such.thing",
        without("admin", HostProcess.BUNDLE_VERSION, "no.such.thing", name -> false));
    notUpdated(
        "what came with its file serves again",
        release("admin", "0.9.3", name -> name.endsWith("/AdminComponent.class")));
    HostProcess.Said platform =
        host.cli(
            "update",
            "innkeeper.host",
            HostProcess.HOME.resolve("platform/innkeeper.host.jar").toString());
    assertEquals(1, platform.status());
    assertTrue(platform.err().contains("part of the platform"), platform.err());
    host.cli("update", "innkeeper.admin", "file:" + release("admin", "0.9.4", name -> false)).ok();
    assertTrue(serves("innkeeper.admin", "0.9.4"));
    String record = body("/api/audit?limit=1000");
    assertTrue(record.contains("is stranger 7.0.0, not innkeeper.admin"), record);
  }

  private void notUpdated(String why, Path jar) throws Exception {
    for (String command : java.util.List.of("update", "felix:update")) {
      HostProcess.Said said = host.cli(command, "innkeeper.admin", "file:" + jar);
      assertEquals(1, said.status(), said.out());
      assertTrue(said.err().contains(why), said.err());
      HostProcess.await(
          "the page serves", () -> serves("innkeeper.admin", HostProcess.BUNDLE_VERSION));
    }
  }

  /** Some hundred kilobytes that unpack to a thousand times as much. */
  private Path bomb() throws IOException {
    Path jar = jar("bomb", "1.0.0", Map.of());
    Path bomb = host.scratch().resolve("bomb.jar");
    byte[] zeros = new byte[1 << 20];
    try (JarFile old = new JarFile(jar.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(bomb), old.getManifest())) {
      out.putNextEntry(new JarEntry("zeros"));
      for (int i = 0; i < 128; i++) {
        out.write(zeros);
      }
    }
    return bomb;
  }

  private void refused(String why, Path jar) throws Exception {
    HostProcess.Said said = host.cli("install", jar.toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains(why), said.err());
    for (String folder : Set.of("surfaces", "plugins")) {
      try (var files = Files.list(host.data().resolve(folder))) {
        assertEquals(0, files.filter(f -> f.toString().contains(".jar")).count(), folder);
      }
    }
  }

  private boolean serves(String name, String version) {
    return body("/api/surfaces").startsWith("[")
        && Json.list(body("/api/surfaces")).stream()
            .map(s -> (Map<?, ?>) s)
            .anyMatch(
                s ->
                    name.equals(s.get("name"))
                        && version.equals(s.get("version"))
                        && "active".equals(s.get("state"))
                        && s.get("why") == null);
  }

  private String body(String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      return ""; // between two hosts
    }
  }

  private void drop(Path jar, String name) throws IOException {
    place(jar, host.data().resolve("plugins").resolve(name));
  }

  private static void place(Path jar, Path target) throws IOException {
    Path aside = target.resolveSibling(".aside");
    Files.copy(jar, aside, StandardCopyOption.REPLACE_EXISTING);
    Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path jar(String name, String version, Map<String, String> more) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", name);
    main.putValue("Bundle-Version", version);
    more.forEach(main::putValue);
    Path jar = host.scratch().resolve(name + "-" + version + ".jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return jar;
  }

  /** The release's own surface under another version, without some of its files. */
  private Path release(String surface, String version, Predicate<String> without)
      throws IOException {
    return without(surface, version, "", without);
  }

  /** The same, importing one package more. */
  private Path without(String surface, String version, String more, Predicate<String> without)
      throws IOException {
    Path jar = host.scratch().resolve(surface + "-" + version + ".jar");
    Path own =
        HostProcess.HOME.resolve(
            "surfaces/innkeeper." + surface + "-" + HostProcess.VERSION + ".jar");
    try (JarFile old = new JarFile(own.toFile());
        OutputStream out = Files.newOutputStream(jar)) {
      Manifest manifest = new Manifest(old.getManifest());
      manifest.getMainAttributes().putValue("Bundle-Version", version);
      if (!more.isEmpty()) {
        String imports = manifest.getMainAttributes().getValue("Import-Package");
        manifest.getMainAttributes().putValue("Import-Package", imports + "," + more);
      }
      try (JarOutputStream copy = new JarOutputStream(out, manifest)) {
        for (JarEntry entry : (Iterable<JarEntry>) old.stream()::iterator) {
          if (!entry.getName().startsWith("META-INF/") && !without.test(entry.getName())) {
            copy.putNextEntry(new JarEntry(entry.getName()));
            old.getInputStream(entry).transferTo(copy);
          }
        }
      }
    }
    return jar;
  }
}
