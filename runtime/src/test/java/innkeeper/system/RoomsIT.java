package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows of the house, read off the built manifests. */
class RoomsIT {

  static List<Path> bundles() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String folder : new String[] {"surfaces", "platform", "optional"}) {
      try (Stream<Path> files = Files.list(HostProcess.HOME.resolve(folder))) {
        files.filter(f -> f.getFileName().toString().startsWith("innkeeper.")).forEach(jars::add);
      }
    }
    return jars;
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void aBundleImportsOfOursOnlyTheApi(Path jar) throws IOException {
    for (String name : packages(jar, "Import-Package")) {
      assertFalse(
          name.startsWith("innkeeper.") && !name.startsWith("innkeeper.api."),
          jar.getFileName() + " imports " + name);
    }
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void onlyTheApiIsExported(Path jar) throws IOException {
    boolean api = jar.getFileName().toString().startsWith("innkeeper.api");
    for (String name : packages(jar, "Export-Package")) {
      assertTrue(api && name.startsWith("innkeeper.api."), jar.getFileName() + " exports " + name);
    }
  }

  @Test
  void theApiKnowsTheJdkAlone() throws IOException {
    Path api = HostProcess.HOME.resolve("platform/innkeeper.api.jar");
    for (String name : packages(api, "Import-Package")) {
      assertTrue(name.startsWith("innkeeper.api."), name);
    }
  }

  @Test
  void onlyTheStoreKnowsSqlite() throws IOException {
    for (Path jar : bundles()) {
      boolean store = jar.getFileName().toString().startsWith("innkeeper.store");
      boolean sqlite =
          packages(jar, "Import-Package").stream().anyMatch(p -> p.startsWith("org.sqlite"));
      assertEquals(store, sqlite, jar.toString());
    }
  }

  @Test
  void everyRoomIsThere() throws IOException {
    Set<String> names =
        bundles().stream()
            .map(j -> j.getFileName().toString().replaceAll("(-[0-9.]+(-SNAPSHOT)?)?\\.jar$", ""))
            .collect(Collectors.toSet());
    for (String room :
        "api host store supervisor logging rotation backup history alarms schedule extensions admin shell xmlrpc webhook smtp"
            .split(" ")) {
      assertTrue(names.contains("innkeeper." + room), room);
    }
  }

  /** Package names of a header; versions and directives may hold commas inside quotes. */
  private static List<String> packages(Path jar, String header) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String value = manifest.getMainAttributes().getValue(header);
      List<String> names = new ArrayList<>();
      if (value != null) {
        for (String clause : value.replaceAll("\"[^\"]*\"", "").split(",")) {
          names.add(clause.split(";")[0].strip());
        }
      }
      return names;
    }
  }
}
