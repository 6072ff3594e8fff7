package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is handed out, as those who get it use it. */
class PackagesIT {

  private static final Path TARGET = HostProcess.HOME.getParent();

  /** A link to a file, a heading, or a heading in a file; a picture too. */
  private static final Pattern LINK =
      Pattern.compile(
          "(?:\\]\\(|(?:src|srcset|href)=\")(?![a-z]+:)([^)\"#\\s]*)(?:#([^)\"]*))?[)\"]");

  @TempDir private Path dir;

  @Test
  void theArchiveRunsFromAnyDirectoryAndWritesNothingThere() throws Exception {
    Path place = Files.createDirectory(dir.resolve("any where"));
    Programs.run(place, Map.of(), List.of("tar", "xzf", the("innkeeper-", ".tar.gz").toString()))
        .ok();
    Path home = only(place);
    Programs.run(dir, Map.of(), List.of("chmod", "-R", "a-w", home.toString())).ok();
    Map<String, String> before = tree(home);
    try (HostProcess host = new HostProcess().from(home)) {
      host.start();
      assertTrue(host.cli("version").ok().out().contains(HostProcess.VERSION));
      host.cli("add", "c1", "--", "/bin/sleep", "600").ok();
      host.cli("backup").ok();
      assertEquals(0, host.stop());
    }
    assertEquals(before, tree(home));
    Programs.run(dir, Map.of(), List.of("chmod", "-R", "u+w", home.toString())).ok();
  }

  @Test
  void theVersionOfTheDebSortsBehindTheReleaseBeforeAndUpToItsOwn() throws Exception {
    Programs.need("dpkg");
    String deb = the("innkeeper_", ".deb").toString();
    String version =
        Programs.run(dir, Map.of(), List.of("dpkg-deb", "-f", deb, "Version")).ok().out().strip();
    String release = HostProcess.VERSION.replace("-SNAPSHOT", "");
    String before = EarlierRelease.last().version();
    for (List<String> order : List.of(List.of("gt", before), List.of("le", release))) {
      Programs.run(
              dir,
              Map.of(),
              List.of("dpkg", "--compare-versions", version, order.get(0), order.get(1)))
          .ok();
    }
  }

  @Tag("nightly")
  @Test
  void theDebInstallsRunsAndPurgesClean() throws Exception {
    Programs.need("dpkg");
    Path root = Files.createDirectory(dir.resolve("root"));
    Path admin = Files.createDirectories(root.resolve("var/lib/dpkg"));
    for (String folder : "info updates triggers parts".split(" ")) {
      Files.createDirectory(admin.resolve(folder));
    }
    for (String file : "status available".split(" ")) {
      Files.createFile(admin.resolve(file));
    }
    dpkg(root, "-i", the("innkeeper_", ".deb").toString());
    Programs.run(
            dir,
            Map.of(),
            List.of(
                "test", "-f", root.resolve("usr/lib/systemd/user/innkeeper.service").toString()))
        .ok();
    Path page = root.resolve("usr/share/man/man1/innkeeper.1.gz");
    assertTrue(Files.isRegularFile(page), "no manual page");
    try (HostProcess host = new HostProcess().from(root.resolve("usr/share/innkeeper"))) {
      host.start();
      Path command = root.resolve("usr/bin/innkeeper");
      assertTrue(Files.isSymbolicLink(command));
      Programs.Said said =
          Programs.run(
              dir,
              Map.of("DATA_DIR", host.data().toString()),
              List.of(command.toString(), "health"));
      assertEquals(0, said.status(), said.out());
    }
    dpkg(root, "--purge", "innkeeper");
    List<String> left = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(f -> !f.startsWith(root.resolve("var")) && !f.equals(root))
          .forEach(f -> left.add(root.relativize(f).toString()));
    }
    assertEquals(List.of(), left);
  }

  @Test
  void everyLinkOfTheDocumentsLeadsSomewhereInTheCheckoutTheArchiveAndTheDeb() throws Exception {
    Path checkout = TARGET.getParent().getParent();
    List<Path> pages = new ArrayList<>(List.of(checkout.resolve("README.md")));
    pages.add(checkout.resolve("CONTRIBUTING.md"));
    for (String folder : "runtime/docs runtime/examples bundles".split(" ")) {
      pages.addAll(pages(checkout.resolve(folder)));
    }
    Path place = Files.createDirectory(dir.resolve("archive"));
    Programs.run(place, Map.of(), List.of("tar", "xzf", the("innkeeper-", ".tar.gz").toString()))
        .ok();
    pages.addAll(pages(place));
    if (Programs.installed("dpkg-deb")) {
      Path root = Files.createDirectory(dir.resolve("deb"));
      Programs.run(
              dir,
              Map.of(),
              List.of("dpkg-deb", "-x", the("innkeeper_", ".deb").toString(), root.toString()))
          .ok();
      pages.addAll(pages(root));
    } else {
      System.err.println("SKIPPED: the links of the .deb, no dpkg-deb on this machine");
    }
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path page : pages) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        links++;
        Path to = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (!Files.exists(to) || link.group(2) != null && !headings(to).contains(link.group(2))) {
          dead.add(page + ": " + link.group());
        }
      }
    }
    assertEquals(List.of(), dead);
    assertTrue(links > 60, "links found: " + links);
  }

  /** As GitHub names them in links. */
  private static List<String> headings(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceAll("^#+ |[^A-Za-z0-9 -]", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replace(' ', '-'))
        .toList();
  }

  private static List<Path> pages(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(f -> f.toString().endsWith(".md") && !f.toString().contains("/target/"))
          .toList();
    }
  }

  @Tag("nightly")
  @Test
  void lintianFindsNoErrorInTheDeb() throws Exception {
    Programs.need("lintian");
    Programs.Said said =
        Programs.run(
            dir,
            Map.of("HOME", dir.toString()),
            List.of("lintian", "--fail-on", "error", the("innkeeper_", ".deb").toString()),
            300);
    assertEquals(0, said.status(), said.out());
  }

  /** The scripts of the package, with stand-ins for what would reach other users' units. */
  @Test
  void removingThePackageStopsTheUnitsThatStartIt() throws Exception {
    Path root = Files.createDirectory(dir.resolve("machine"));
    Path bin = dir.resolve("bin");
    Programs.standIn(
        bin,
        "runuser",
        "case $* in *show*) echo ExecStart=/usr/share/innkeeper/bin/innkeeper;; esac\n");
    Path manager = Files.createDirectories(root.resolve("run/user/1000/systemd"));
    Map<String, String> env =
        Map.of("DPKG_ROOT", root.toString(), "PATH", bin + ":" + System.getenv("PATH"));
    Path prerm = TARGET.resolveSibling("src/main/deb/prerm");
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(manager.resolve("private")));
      Programs.run(dir, env, List.of("sh", prerm.toString(), "upgrade", "0.1.1")).ok();
      assertEquals("", Programs.calls(bin), "an upgrade leaves hosts alone");
      Programs.run(dir, env, List.of("sh", prerm.toString(), "remove")).ok();
    }
    String user = Files.getOwner(manager).getName();
    assertTrue(
        Programs.calls(bin)
            .contains(
                "runuser -u "
                    + user
                    + " -- env XDG_RUNTIME_DIR="
                    + root
                    + "/run/user/1000 systemctl --user disable --now innkeeper.service\n"),
        Programs.calls(bin));
  }

  @Test
  void removingThePackageStopsAndDisablesTheUnitsOfTheSystem() throws Exception {
    Path root = Files.createDirectory(dir.resolve("machine"));
    Path bin = dir.resolve("bin");
    Programs.standIn(
        bin,
        "systemctl",
        """
        case $* in
          list-units*) echo "innkeeper@alice.service loaded active running x" ;;
          *show*) echo ExecStart=/usr/share/innkeeper/bin/innkeeper ;;
        esac
        """);
    Map<String, String> env =
        Map.of("DPKG_ROOT", root.toString(), "PATH", bin + ":" + System.getenv("PATH"));
    Path prerm = TARGET.resolveSibling("src/main/deb/prerm");
    Programs.run(dir, env, List.of("sh", prerm.toString(), "remove")).ok();
    assertEquals("", Programs.calls(bin), "where systemd does not run nothing is asked of it");
    Files.createDirectories(root.resolve("run/systemd/system"));
    Programs.run(dir, env, List.of("sh", prerm.toString(), "upgrade", "0.1.1")).ok();
    assertEquals("", Programs.calls(bin), "an upgrade leaves hosts alone");
    Programs.run(dir, env, List.of("sh", prerm.toString(), "remove")).ok();
    assertTrue(
        Programs.calls(bin).contains("systemctl disable --now innkeeper@alice.service\n"),
        Programs.calls(bin));
  }

  /** The release script finds each of these mistakes before its first build. */
  @Test
  void aReleaseIsRefusedWithoutTagVersionNotesOrNightlyReport() throws Exception {
    Programs.need("git");
    Path checkout = TARGET.getParent().getParent();
    Path clone = dir.resolve("clone");
    Files.createDirectories(clone.resolve("runtime/src/build"));
    Path script = clone.resolve("runtime/src/build/release");
    Files.copy(checkout.resolve("runtime/src/build/release"), script);
    Files.copy(checkout.resolve("pom.xml"), clone.resolve("pom.xml"));
    Path report = dir.resolve("report");

    assertEquals(2, Programs.run(dir, Map.of(), List.of(script.toString(), "v9.9.9")).status());
    commit(clone);
    assertRefused(script, "v9.9.9-SNAPSHOT", report, "raise the version to 9.9.9");
    assertRefused(script, report, "there is no tag v9.9.9");
    Programs.run(clone, Map.of(), List.of("git", "tag", "v9.9.9")).ok();
    assertRefused(script, report, "say " + HostProcess.VERSION + ", not 9.9.9");
    String pom = Files.readString(clone.resolve("pom.xml"));
    String version = "<version>%s</version>";
    Files.writeString(
        clone.resolve("pom.xml"),
        pom.replaceFirst(version.formatted(HostProcess.VERSION), version.formatted("9.9.9")));
    tagNext(clone);
    assertRefused(script, report, "release-notes.md has no section 9.9.9");
    Path notes = Files.createDirectories(clone.resolve("runtime/docs")).resolve("release-notes.md");
    Files.writeString(notes, "## 9.9.9\n");
    Files.writeString(clone.resolve("runtime/src/build/changelog"), "");
    String commit = tagNext(clone);
    assertRefused(script, report, "there is no nightly report " + report);
    Files.writeString(report, "commit 1234\nresult passed\n");
    assertRefused(script, report, "is of commit 1234, v9.9.9 is commit " + commit);
    Files.writeString(report, "commit " + commit + "\nresult failed\n");
    assertRefused(script, report, "says: result failed");
  }

  private void assertRefused(Path script, Path report, String reason) throws Exception {
    assertRefused(script, "v9.9.9", report, reason);
  }

  private void assertRefused(Path script, String tag, Path report, String reason) throws Exception {
    Path out = dir.resolve("out");
    Programs.Said said =
        Programs.run(
            dir, Map.of(), List.of(script.toString(), tag, out.toString(), report.toString()));
    assertEquals(1, said.status(), said.out());
    assertTrue(said.out().contains(reason), said.out());
    assertFalse(Files.exists(out));
  }

  /** Commits all files; returns the commit. */
  private String commit(Path clone) throws Exception {
    String git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main ";
    String words =
        git + "init -q && git add -A && " + git + "commit -qm next && git rev-parse HEAD";
    return Programs.run(clone, Map.of(), List.of("sh", "-c", words)).ok().out().strip();
  }

  /** Commits all files and moves the tag there; returns the commit. */
  private String tagNext(Path clone) throws Exception {
    String commit = commit(clone);
    Programs.run(clone, Map.of(), List.of("git", "tag", "-f", "v9.9.9")).ok();
    return commit;
  }

  @Test
  void theManualPageReadsWithoutWarningsAndNamesEveryCommand() throws Exception {
    Path page = HostProcess.HOME.resolve("share/man/man1/innkeeper.1");
    String source = Files.readString(page).replace("\\-", "-");
    try (HostProcess host = HostProcess.running()) {
      List<String> missing =
          host.cli("help")
              .ok()
              .out()
              .lines()
              .filter(line -> line.startsWith("  ") && !line.isBlank())
              .map(line -> line.strip().split("[ ,]")[0])
              .filter(word -> word.matches("[a-z][a-z-]+"))
              .filter(word -> !source.contains(word))
              .toList();
      assertEquals(List.of(), missing);
    }
    Programs.need("man");
    Programs.Said said =
        Programs.run(
            dir,
            Map.of("MANWIDTH", "100", "LC_ALL", "C.UTF-8"),
            List.of("man", "--warnings", "-P", "cat", "-l", page.toString()));
    assertEquals(0, said.status(), said.out());
    assertFalse(said.out().contains("warning"), said.out());
    assertTrue(said.out().contains("DATA_DIR"), said.out());
  }

  /** Into a directory of its own; scripts run outside of it, for there is no sh inside. */
  private void dpkg(Path root, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "dpkg",
                "--instdir=" + root,
                "--admindir=" + root.resolve("var/lib/dpkg"),
                "--log=" + dir.resolve("dpkg.log"),
                "--force-script-chrootless,depends,not-root,bad-path"));
    command.addAll(List.of(words));
    Programs.run(dir, Map.of(), command).ok();
  }

  @Test
  void theSumsHold() throws Exception {
    List<String> lines = Files.readAllLines(TARGET.resolve("SHA-256SUMS"));
    assertEquals(4, lines.size(), lines.toString());
    for (String line : lines) {
      String[] parts = line.split(" [ *]", 2);
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(TARGET.resolve(parts[1])));
      assertEquals(parts[0], HexFormat.of().formatHex(sum), parts[1]);
    }
  }

  @Test
  void everythingShippedIsInTheBillOfMaterialsAndItsLicenceToo() throws Exception {
    Map<?, ?> bill = bill();
    assertEquals("CycloneDX", bill.get("bomFormat"));
    List<String> names =
        ((List<?>) bill.get("components"))
            .stream().map(c -> String.valueOf(((Map<?, ?>) c).get("name"))).toList();
    String licences = Files.readString(HostProcess.HOME.resolve("licences/THIRD-PARTY.txt"));
    List<String> shipped =
        shipped().stream()
            .map(
                j ->
                    j.getFileName()
                        .toString()
                        .replaceFirst("(-[0-9][0-9.]*(-SNAPSHOT)?)?\\.jar$", ""))
            .collect(Collectors.toCollection(ArrayList::new));
    shipped.remove("innkeeper.demo");
    shipped.replaceAll(name -> name.equals("felix") ? "org.apache.felix.main" : name);
    shipped.addAll(List.of("preact", "prometheus-metrics-model", "htm", "re2j", "jetty-server"));
    for (String name : shipped) {
      assertTrue(names.contains(name), "not in the bill of materials: " + name);
      assertTrue(
          name.startsWith("innkeeper.") || licences.contains("\n" + name + " "),
          "no licence of " + name);
    }
    assertFalse(names.contains("junit-jupiter"), "what only tests use is not shipped");
    String xml = Files.readString(the("innkeeper-", ".cdx.xml"));
    String json = Files.readString(the("innkeeper-", ".cdx.json"));
    Matcher purl = Pattern.compile("\"pkg:(npm|generic)/[^\"]+\"").matcher(json);
    Set<String> found = new TreeSet<>();
    while (purl.find()) {
      found.add(purl.group());
      assertTrue(xml.contains(purl.group()), purl.group());
    }
    assertEquals(3, found.size(), found.toString());
  }

  @Test
  void noShippedVersionHasAnAdvisoryThatNobodyAccepted() throws Exception {
    Map<?, ?> list = Json.read(Files.readString(Path.of("src/build/advisories.cdx.json")));
    List<String> findings = Advisories.findings(bill(), list);
    assertEquals(List.of(), findings, () -> String.join("\n", findings));
  }

  /** The true names and versions are those that each jar holds of itself and of what is inside. */
  @Test
  void theBillOfMaterialsNamesEveryArtifactInsideAJarWithItsVersion() throws Exception {
    Set<String> purls = purls();
    Set<String> inside = new TreeSet<>();
    for (Path path : shipped()) {
      try (JarFile jar = new JarFile(path.toFile())) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          if (entry.getName().matches("META-INF/maven/.+/pom.properties")) {
            Properties of = properties(jar, entry.getName());
            String artifact = of.getProperty("groupId") + "/" + of.getProperty("artifactId");
            String purl = "pkg:maven/" + artifact + "@" + of.getProperty("version");
            assertTrue(
                purls.contains(purl), purl + " is in " + path + ", but the bill has " + purls);
            inside.add(artifact);
          }
        }
      }
    }
    for (String artifact : "http io security server session util".split(" ")) {
      assertTrue(inside.contains("org.eclipse.jetty/jetty-" + artifact), inside::toString);
    }
    assertTrue(inside.contains("org.eclipse.jetty.ee10/jetty-ee10-servlet"), inside::toString);
    assertTrue(inside.contains("org.eclipse.angus/smtp"), inside::toString);
  }

  @Test
  void theBillOfMaterialsNamesThePrivatePackagesOfOurJars() throws Exception {
    Map<String, String> artifacts =
        Map.of(
            "com/google/re2j/", "re2j",
            "io/prometheus/metrics/config/", "prometheus-metrics-config",
            "io/prometheus/metrics/expositionformats/", "prometheus-metrics-exposition-textformats",
            "io/prometheus/metrics/model/", "prometheus-metrics-model",
            "jakarta/activation/", "jakarta.activation-api",
            "jakarta/mail/", "jakarta.mail-api",
            "org/eclipse/angus/activation/", "angus-activation",
            "org/eclipse/angus/mail/", "angus-core");
    String purls = String.join("\n", purls());
    for (Path path : shipped()) {
      if (path.getFileName().toString().startsWith("innkeeper.")) {
        for (String entry : entries(path)) {
          if (entry.endsWith(".class") && !entry.startsWith("innkeeper/")) {
            String artifact =
                artifacts.entrySet().stream()
                    .filter(known -> entry.startsWith(known.getKey()))
                    .findAny()
                    .map(Map.Entry::getValue)
                    .orElseThrow(
                        () -> new AssertionError(path + ": of which artifact is " + entry));
            assertTrue(purls.contains("/" + artifact + "@"), artifact + " is not in the bill");
          }
        }
      }
    }
  }

  @Test
  void theBillOfMaterialsNamesTheVersionsOfJettyAndSqliteThatTheCodeItselfReports()
      throws Exception {
    Path platform = HostProcess.HOME.resolve("platform");
    try (JarFile jar =
        new JarFile(platform.resolve("org.apache.felix.http.jetty12.jar").toFile())) {
      Properties build = properties(jar, "org/eclipse/jetty/version/build.properties");
      List<String> jetty =
          purls().stream().filter(p -> p.startsWith("pkg:maven/org.eclipse.jetty")).toList();
      assertEquals(7, jetty.size(), jetty::toString);
      for (String purl : jetty) {
        assertTrue(purl.endsWith("@" + build.getProperty("version")), purl);
      }
    }
    try (JarFile jar = new JarFile(platform.resolve("sqlite-jdbc.jar").toFile())) {
      String library = "org/sqlite/native/Linux/x86_64/libsqlitejdbc.so";
      byte[] bytes = jar.getInputStream(jar.getEntry(library)).readAllBytes();
      Matcher version =
          Pattern.compile("\0(3\\.\\d+\\.\\d+)\0")
              .matcher(new String(bytes, StandardCharsets.ISO_8859_1));
      assertTrue(version.find(), "no version of SQLite in " + library);
      assertTrue(purls().contains("pkg:generic/sqlite@" + version.group(1)), version.group(1));
    }
  }

  private static Map<?, ?> bill() throws IOException {
    return Json.read(
        Files.readString(HostProcess.HOME.resolve("licences/bill-of-materials.cdx.json")));
  }

  /** Package URLs of the bill of materials, without qualifiers. */
  private static Set<String> purls() throws IOException {
    return ((List<?>) bill().get("components"))
        .stream()
            .map(c -> String.valueOf(((Map<?, ?>) c).get("purl")).split("\\?")[0])
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> shipped() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String folder : "lib platform surfaces optional".split(" ")) {
      try (Stream<Path> files = Files.list(HostProcess.HOME.resolve(folder))) {
        files.filter(f -> f.toString().endsWith(".jar")).forEach(jars::add);
      }
    }
    return jars;
  }

  private static Properties properties(JarFile jar, String entry) throws IOException {
    Properties properties = new Properties();
    properties.load(jar.getInputStream(jar.getEntry(entry)));
    return properties;
  }

  @Test
  void theMavenRepositoryHoldsTheApiOfThisReleaseWithSourcesAndJavadoc() throws Exception {
    String name = "innkeeper.api-" + HostProcess.VERSION;
    Path folder = HostProcess.HOME.resolve("maven/innkeeper/innkeeper.api/" + HostProcess.VERSION);
    Path shipped = HostProcess.HOME.resolve("platform/innkeeper.api.jar");
    assertEquals(-1, Files.mismatch(shipped, folder.resolve(name + ".jar")));
    String pom = Files.readString(folder.resolve(name + ".pom"));
    assertTrue(pom.contains("<version>" + HostProcess.VERSION + "</version>"), pom);
    assertFalse(pom.contains("<parent>") || pom.contains("${"), pom);
    List<String> types =
        entries(shipped).stream()
            .filter(e -> e.matches("innkeeper/api/[a-z]+/[A-Z]\\w+.class"))
            .toList();
    assertTrue(types.size() > 40, types.toString());
    List<String> sources = entries(folder.resolve(name + "-sources.jar"));
    List<String> pages = entries(folder.resolve(name + "-javadoc.jar"));
    for (String type : types) {
      assertTrue(sources.contains(type.replace(".class", ".java")), type);
      String page = type.substring(0, type.lastIndexOf('/')) + "/package-summary.html";
      assertTrue(pages.contains(page), page);
    }
    for (String end : ".jar .pom -sources.jar -javadoc.jar".split(" ")) {
      byte[] sum =
          MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(folder.resolve(name + end)));
      assertEquals(
          HexFormat.of().formatHex(sum),
          Files.readString(folder.resolve(name + end + ".sha1")).strip(),
          end);
    }
  }

  private static List<String> entries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().map(JarEntry::getName).toList();
    }
  }

  private static Path the(String begin, String end) throws IOException {
    try (Stream<Path> files = Files.list(TARGET)) {
      return files
          .filter(f -> f.getFileName().toString().startsWith(begin))
          .filter(f -> f.getFileName().toString().endsWith(end))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Path only(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static Map<String, String> tree(Path home) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        tree.put(
            home.relativize(file).toString(),
            Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS) + " " + Files.size(file));
      }
    }
    return tree;
  }
}
