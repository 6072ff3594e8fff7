package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The version of each library and plugin is a property of the root POM, and written only there. */
class VersionsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+)>([^<>]+)</\\1>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern LITERAL =
      Pattern.compile("<version>(\\d[^<]*)</version>|(\\d+\\.\\d+[^/]*\\.jar)");
  private static final Pattern COORDINATES = Pattern.compile(":([\\w.-]+):(\\d[\\d.]*)`");

  private static final String POM = read(ROOT.resolve("pom.xml"));
  private static final Map<String, String> PROPERTIES = properties();

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    String block = POM.split("</?properties>")[1];
    PROPERTY.matcher(block).results().forEach(p -> properties.put(p.group(1), p.group(2)));
    Matcher own = ARTIFACT.matcher(POM);
    assertTrue(own.find());
    properties.put("project.version", own.group(2));
    return properties;
  }

  /** Returns the version of each artifact in the root POM. */
  private static Map<String, String> artifacts() {
    Map<String, String> versions = new HashMap<>();
    for (Matcher m = ARTIFACT.matcher(POM); m.find(); ) {
      versions.put(m.group(1), PROPERTIES.get(m.group(2).replaceAll("[${}]", "")));
    }
    versions.put("junit-jupiter", versions.get("junit-bom"));
    assertTrue(versions.size() > 60, versions.toString());
    return versions;
  }

  private static List<Path> files(String folder, String name) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.map(f -> f.resolve(name)).filter(Files::exists).sorted().toList();
    }
  }

  @Test
  void noModuleRepeatsAVersion() throws IOException {
    List<Path> files = new ArrayList<>(files("bundles", "pom.xml"));
    files.addAll(files("bundles", "bnd.bnd"));
    assertTrue(files.size() > 20, files.toString());
    files.addAll(List.of(ROOT.resolve("pom.xml"), ROOT.resolve("runtime/pom.xml")));
    List<String> repeated = new ArrayList<>();
    for (Path file : files) {
      for (Matcher m = LITERAL.matcher(read(file)); m.find(); ) {
        if (!PROPERTIES.get("project.version").equals(m.group(1))) {
          repeated.add(file + ": " + m.group());
        }
      }
    }
    assertEquals(List.of(), repeated, "name a property of the root pom.xml instead");
  }

  /** Examples and the template of a bundle are projects of their own, which users copy. */
  @Test
  void examplesAndTemplateHaveTheSameVersions() throws IOException {
    List<Path> files = new ArrayList<>(files("runtime/examples", "pom.xml"));
    assertTrue(files.size() > 4, files.toString());
    files.addAll(files("runtime/templates/project", "pom.xml"));
    Map<String, String> artifacts = artifacts();
    List<String> others = new ArrayList<>();
    for (Path file : files) {
      String dependencies = read(file).split("</properties>")[1];
      for (Matcher m = ARTIFACT.matcher(dependencies); m.find(); ) {
        if (!m.group(2).startsWith("${") && !m.group(2).equals(artifacts.get(m.group(1)))) {
          others.add(file + ": " + m.group(1) + " " + m.group(2));
        }
      }
    }
    assertEquals(List.of(), others);
  }

  @Test
  void theApiPageAndTheFrameworksSettingsHaveTheSameVersions() {
    Map<String, String> artifacts = artifacts();
    int compared = 0;
    for (Matcher m = COORDINATES.matcher(read(Path.of("docs/api.md"))); m.find(); ) {
      if (artifacts.containsKey(m.group(1))) {
        compared++;
        assertEquals(artifacts.get(m.group(1)), m.group(2), m.group(1));
      }
    }
    assertTrue(compared > 3, "coordinates compared: " + compared);
    String exported = "org.slf4j;version=\"" + PROPERTIES.get("slf4j.version") + "\"";
    assertTrue(read(Path.of("src/main/dist/conf/config.properties")).contains(exported), exported);
  }
}
