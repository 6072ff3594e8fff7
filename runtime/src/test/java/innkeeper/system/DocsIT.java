package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents, followed word for word. */
class DocsIT {

  private static final String RESERVED =
      "host/src/main/java/innkeeper/host/whiteboard/ReservedPaths.java";

  private static final Path DOCS = HostProcess.HOME.resolve("docs");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```$");

  @TempDir private Path dir;

  /** Whatever a block left running is this directory's. */
  @AfterEach
  void nothingStaysBehind() throws IOException {
    for (String data : List.of("data", "moved", "new-data")) {
      for (long pid : HostProcess.processesOf(dir.resolve(data))) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Tag("nightly")
  @Test
  void theOperationsPageDoesWhatItSays() throws Exception {
    String said = follow("operations.md");
    assertTrue(said.contains("the word is [REDACTED]"), said);
  }

  @Tag("nightly")
  @Test
  void aBundleOfEachKindComesOutOfThePageAboutIt() throws Exception {
    String said = follow("own-bundle.md");
    assertTrue(said.contains("notifier 1.0.0 active"), said);
    for (String kind : Programs.kindsOfBundles()) {
      String name = kind.equals("listener") ? "failures" : "my-" + kind;
      assertTrue(said.contains(name + " 1.0.0 active"), said);
    }
    assertTrue(said.contains("-- leaks: none"), said);
    assertTrue(said.contains("keys EXITED") && said.contains("1 running"), said);
  }

  @Tag("nightly")
  @Test
  void aNewMachineComesOutOfThePageAboutIt() throws Exception {
    String said = follow("new-machine.md");
    assertTrue(said.contains("dry run: nothing was changed"), said);
    assertTrue(said.substring(said.indexOf("-- block 3")).contains("web"), said);
  }

  /** All sh blocks of a page, one after another, in one shell. */
  private String follow(String page) throws Exception {
    StringBuilder script = new StringBuilder("set -eu\n");
    script.append("trap 'kill -TERM ${HOST:-} ${DEV:-} 2>/dev/null || true; wait || true' EXIT\n");
    Matcher block = BLOCK.matcher(Files.readString(DOCS.resolve(page)));
    int blocks = 0;
    while (block.find()) {
      script.append("echo '-- block ").append(++blocks).append("'\n").append(block.group(1));
    }
    assertTrue(blocks > 3, "blocks found: " + blocks);
    Path file = Files.writeString(dir.resolve("page.sh"), script.toString());
    Map<String, String> env = new LinkedHashMap<>();
    env.put("PATH", HostProcess.HOME.resolve("bin") + ":" + System.getenv("PATH"));
    env.put("DATA_DIR", dir.resolve("data").toString());
    env.put("XDG_RUNTIME_DIR", Files.createDirectory(dir.resolve("run")).toString());
    env.put("ADMIN_PORT", String.valueOf(HostProcess.freePort()));
    // A page may compile ten times; what compiles once needs no optimising compiler.
    env.put("JDK_JAVAC_OPTIONS", "-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC");
    Programs.Said said =
        Programs.run(dir, env, List.of("timeout", "-k", "5", "300", "bash", file.toString()), 320);
    assertEquals(0, said.status(), said.out());
    return said.out();
  }

  @Test
  void whateverNamesTheReleaseNamesThisOne() throws Exception {
    Path sources = HostProcess.HOME.getParent().getParent().getParent();
    // VERSION is the version, as the poms have it.
    Map<String, String> named =
        new TreeMap<>(
            Map.of(
                "runtime/docs/api.md", "<version>VERSION</version>",
                "README.md", "innkeeper[-_]VERSION(?:_all.deb|.tar|/bin)",
                "CONTRIBUTING.md", "NAME-VERSION.jar",
                "runtime/docs/operations.md", "innkeeper_VERSION_all.deb",
                "runtime/docs/upgrade.md", "innkeeper[-_]VERSION(?:_all.deb|.tar)",
                "runtime/docs/containers.md", "innkeeper:VERSION",
                "runtime/src/main/dist/container/Containerfile", "innkeeper:VERSION",
                "runtime/src/main/dist/container/compose.yml", "innkeeper:VERSION",
                "runtime/src/main/man/innkeeper.1", "\"Innkeeper VERSION\""));
    try (Stream<Path> examples = Files.list(sources.resolve("runtime/examples"))) {
      examples.forEach(
          one ->
              named.put(
                  sources.relativize(one.resolve("pom.xml")).toString(),
                  "<innkeeper.version>VERSION<"));
    }
    for (Map.Entry<String, String> one : named.entrySet()) {
      Matcher found =
          Pattern.compile(one.getValue().replace("VERSION", "([0-9.]+[0-9](?:-SNAPSHOT)?)"))
              .matcher(Files.readString(sources.resolve(one.getKey())));
      assertTrue(found.find(), one.getKey());
      do {
        assertEquals(HostProcess.VERSION, found.group(1), one.getKey());
      } while (found.find());
    }
    // The notes are of the release that a snapshot becomes.
    String notes = Files.readString(sources.resolve("runtime/docs/release-notes.md"));
    String heading = "# Release notes\n\n## " + HostProcess.VERSION.replace("-SNAPSHOT", "") + "\n";
    assertTrue(notes.startsWith(heading), heading);
  }

  @Test
  void thePackagesThatTheApiPageNamesAreExportedInTheseVersions() throws Exception {
    String page = Files.readString(DOCS.resolve("api.md"));
    Matcher row =
        Pattern.compile("(?m)^\\| `([a-z.]+)` \\| ([0-9.]+) \\| `([^`]+)` \\|").matcher(page);
    int rows = 0;
    while (row.find()) {
      rows++;
      Pattern export =
          Pattern.compile(
              "(?:^|[\\s,])"
                  + Pattern.quote(row.group(1))
                  + "(?:;[a-z]+:?=\"[^\"]*\")*;version=\""
                  + Pattern.quote(row.group(2))
                  + "\"");
      String exports = exports(HostProcess.HOME.resolve(row.group(3)));
      assertTrue(export.matcher(exports).find(), row.group());
    }
    assertTrue(rows > 8, "packages found: " + rows);
  }

  /**
   * What a bundle exports; of Felix and of the host's configuration, what they export of the JVM.
   */
  private static String exports(Path file) throws IOException {
    if (file.toString().endsWith(".properties")) {
      return Files.readString(file);
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      ZipEntry own = jar.getEntry("default.properties");
      return own == null
          ? jar.getManifest().getMainAttributes().getValue("Export-Package")
          : new String(jar.getInputStream(own).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void thePathsAndThePolicyOfTheApiPageAreTheHosts() throws Exception {
    String page = Files.readString(DOCS.resolve("api.md"));
    Pattern path =
        Pattern.compile(
            "(?:Route\\.(?:get|post)\\(\\s*|\"(?:logtail|xmlrpc)\".*)\"(/[A-Za-z0-9]*)");
    Set<String> taken = new TreeSet<>();
    Path sources = HostProcess.HOME.resolve("../../../bundles").toRealPath();
    try (var files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files.filter(DocsIT::isMainSource)::iterator) {
        path.matcher(Files.readString(file)).results().forEach(found -> taken.add(found.group(1)));
      }
    }
    assertTrue(taken.containsAll(List.of("/api", "/metrics", "/RPC2")), taken.toString());
    String reserved = Files.readString(sources.resolve(RESERVED));
    for (String one : taken) {
      boolean free = List.of("/", "/RPC2", "/logtail", "/mainlogtail").contains(one);
      assertTrue(free || reserved.contains('"' + one.substring(1) + '"'), one + " is not kept");
    }
    taken.removeIf(one -> page.contains("`" + one + "`"));
    assertEquals(Set.of(), taken, "not on the page");
    try (HostProcess host = HostProcess.running()) {
      String sent = host.get("/").headers().firstValue("Content-Security-Policy").orElseThrow();
      assertTrue(page.replaceAll("\\s+", " ").contains(sent), sent);
    }
  }

  private static boolean isMainSource(Path file) {
    return file.toString().contains("/src/main/") && file.toString().endsWith(".java");
  }

  /** Main classes that the drawings and recipes name. */
  @Test
  void everyClassThatContributingNamesIsThere() throws Exception {
    Path sources = HostProcess.HOME.getParent().getParent().getParent();
    String text = Files.readString(sources.resolve("CONTRIBUTING.md"));
    Set<String> there = Page.classes();
    Set<String> named = new TreeSet<>();
    Matcher drawing = Pattern.compile("(?ms)^```flow\n(.*?)^```").matcher(text);
    while (drawing.find()) {
      Matcher name = Pattern.compile("\\b[A-Z][a-z]+[A-Za-z]*\\b").matcher(drawing.group(1));
      name.results().forEach(found -> named.add(found.group()));
    }
    assertTrue(named.size() > 30, "classes found: " + named);
    named.removeAll(there);
    assertEquals(Set.of(), named);
    List<String> missing = new ArrayList<>();
    Matcher file = Pattern.compile("`((?:bundles|runtime)/[A-Za-z0-9._/-]+)`").matcher(text);
    while (file.find()) {
      boolean one = !file.group(1).matches(".*(?:NAME|/target/).*");
      if (one && !Files.exists(sources.resolve(file.group(1)))) {
        missing.add(file.group(1));
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void noDocumentServesAFolderToTheNetwork() throws Exception {
    List<String> open = new ArrayList<>();
    for (Page page : Page.all()) {
      page.text()
          .lines()
          .filter(line -> line.contains("http.server") && !line.contains("--bind 127.0.0.1"))
          .forEach(line -> open.add(page.name() + ": " + line));
    }
    assertEquals(List.of(), open, "python3 -m http.server listens on all addresses by default");
  }

  /** A test that a page names is there; so is a file it links to. */
  @Test
  void whatThePagesNameIsThere() throws Exception {
    List<String> missing = new ArrayList<>();
    Path sources = HostProcess.HOME.getParent().getParent().getParent();
    for (String page : DOCS.toFile().list((folder, name) -> name.endsWith(".md"))) {
      Matcher name =
          Pattern.compile("`([A-Z][a-z][A-Za-z]*(?:IT|Test))`")
              .matcher(Files.readString(DOCS.resolve(page)));
      while (name.find()) {
        String file = name.group(1) + ".java";
        try (var files = Files.walk(sources, 12)) {
          if (files.noneMatch(f -> f.getFileName().toString().equals(file))) {
            missing.add(page + ": " + name.group(1));
          }
        }
      }
    }
    assertEquals(List.of(), missing);
  }
}
