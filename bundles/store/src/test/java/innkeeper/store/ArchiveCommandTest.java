package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.store.archive.ArchiveMain;
import innkeeper.store.file.Json;
import innkeeper.store.restore.Confirmation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host is packed on one machine and brought back on another. */
@Timeout(60)
class ArchiveCommandTest {

  @TempDir Path temp;
  private Path here;
  private Path there;
  private Path file;
  private Path environment;
  private String printed;

  @BeforeEach
  void fill() throws Exception {
    here = Files.createDirectory(temp.resolve("here")).toRealPath();
    there = temp.toRealPath().resolve("there");
    file = temp.toRealPath().resolve("host.zip");
    environment = Files.createDirectory(temp.resolve("web")).toRealPath().resolve("web.env");
    Files.writeString(environment, "TOKEN=hunter2\n");
    House house = new House(here).filled(5);
    try (Store store = house.open()) {
      store
          .projects()
          .apply(
              List.of(
                  Definitions.fromMap(
                      Map.of(
                          "channelId",
                          "web",
                          "command",
                          List.of("sleep", "1"),
                          "envFile",
                          environment.toString()),
                      Path.of("/tmp"))),
              List.of(),
              List.of(House.draft("web")));
    }
    write("conf/innkeeper.config", "LOG_MAX_FILES=\"7\"\n");
    write("conf/redaction/tokens.tsv", "own\n");
    write("plugins/notifier-1.0.jar", "a bundle");
    write("redact.keep", "one\ntwo\n");
    write("logs/web.log", "a line\n");
    write("schedule/runs.json", "{}");
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(here.resolve(name).getParent());
    Files.writeString(here.resolve(name), text);
  }

  private int command(Path dataDir, String... args) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      return new ArchiveMain(out, out, new Confirmation(out, Optional.empty())).run(dataDir, args);
    } finally {
      printed = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private void packed(String... options) {
    List<String> args = new ArrayList<>(List.of("archive", file.toString()));
    args.addAll(List.of(options));
    assertEquals(0, command(here, args.toArray(String[]::new)), printed);
  }

  private void refused(String why) throws IOException {
    assertEquals(1, command(there, "restore", file.toString(), "--yes"), printed);
    assertTrue(printed.contains(why), printed);
    assertFalse(Files.exists(there), "nothing is left behind");
    assertFalse(Files.exists(temp.resolve("evil")));
  }

  /** Changes the archive as a zip. */
  private void altered(Consumer<Path> change) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + file.toUri()), Map.of())) {
      change.accept(zip.getPath("/"));
    }
  }

  private static void put(Path place, String text) {
    try {
      if (place.getParent() != null) {
        Files.createDirectories(place.getParent());
      }
      Files.writeString(place, text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String text(Path place) {
    try {
      return Files.readString(place);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aHostComesBackOnAnEmptyDirectory() throws Exception {
    packed("--with-env-files");
    assertTrue(printed.contains("it holds secrets, and code"), printed);
    assertTrue(printed.contains("left out 2 values of redact.keep"), printed);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    Files.delete(environment);
    assertEquals(0, command(there, "restore", file.toString(), "--yes"), printed);
    assertTrue(printed.contains("projects  3: c1 c2 web"), printed);
    assertTrue(printed.contains("plugins/notifier-1.0.jar"), printed);
    assertTrue(printed.contains("kept values that are not in it: 2"), printed);
    assertEquals("TOKEN=hunter2\n", Files.readString(environment));
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(environment)));
    assertEquals("a bundle", Files.readString(there.resolve("plugins/notifier-1.0.jar")));
    assertEquals("own\n", Files.readString(there.resolve("conf/redaction/tokens.tsv")));
    assertEquals("{}", Files.readString(there.resolve("schedule/runs.json")));
    assertFalse(Files.exists(there.resolve("redact.keep")));
    assertFalse(Files.exists(there.resolve("logs")));
    try (Store store = new House(there).open()) {
      assertEquals(3, store.projects().projects().size());
      assertTrue(store.audit().verify().whole());
    }
    try (Stream<Path> left = Files.list(there.resolve("run"))) {
      assertTrue(left.noneMatch(path -> path.toString().contains("archive")));
    }
  }

  @Test
  void anArchiveIsMadeWhileAHostHasTheDatabaseOpen() throws Exception {
    try (Store store = new House(here).open()) {
      store.audit().append(House.draft("not yet in the file"));
      packed();
    }
    assertEquals(0, command(there, "restore", file.toString(), "--yes"), printed);
    try (Store store = new House(there).open()) {
      assertTrue(
          store.audit().entries(10, Long.MAX_VALUE, "", "test.entry").entries().stream()
              .anyMatch(entry -> entry.detail().equals("not yet in the file")));
    }
  }

  @Test
  void anEnvironmentFileThatIsThereStaysAsItIs() throws Exception {
    packed("--with-env-files");
    Files.writeString(environment, "TOKEN=newer\n");
    assertEquals(0, command(there, "restore", file.toString(), "--yes"), printed);
    assertTrue(printed.contains("exists, stays as it is"), printed);
    assertEquals("TOKEN=newer\n", Files.readString(environment));
  }

  @Test
  void anEnvironmentFileWaitsForItsDirectory() throws Exception {
    packed("--with-env-files");
    Files.delete(environment);
    Files.delete(environment.getParent());
    assertEquals(0, command(there, "restore", file.toString(), "--yes"), printed);
    assertEquals("TOKEN=hunter2\n", Files.readString(there.resolve("env-files/1-web.env")));
    assertTrue(printed.contains("install -m 600"), printed);
    assertFalse(Files.exists(environment));
  }

  @Test
  void environmentFilesArePackedOnlyWithTheOption() throws Exception {
    packed();
    assertTrue(printed.contains("left out " + environment), printed);
    altered(root -> assertFalse(Files.exists(root.resolve("env-files"))));
  }

  @Test
  void anExistingArchiveIsReplacedOnlyWithTheOption() throws Exception {
    Files.writeString(file, "mine");
    assertEquals(1, command(here, "archive", file.toString()), printed);
    assertTrue(printed.contains("--replace"), printed);
    assertEquals("mine", Files.readString(file));
    packed("--replace");
  }

  @Test
  void aDryRunShowsThePlanAndLeavesNothing() throws Exception {
    packed();
    assertEquals(0, command(there, "restore", file.toString(), "--dry-run"), printed);
    assertTrue(printed.contains("code will run"), printed);
    assertFalse(Files.exists(there));
  }

  @Test
  void aRestoreWithoutATerminalNeedsTheOptionYes() throws Exception {
    packed();
    assertEquals(1, command(there, "restore", file.toString()), printed);
    assertTrue(printed.contains("--yes"), printed);
    assertFalse(Files.exists(there));
  }

  @Test
  void aDirectoryWithOtherFilesIsRefused() throws Exception {
    packed();
    Files.createDirectories(there.resolve("conf"));
    Files.writeString(there.resolve("conf/innkeeper.config"), "mine");
    assertEquals(1, command(there, "restore", file.toString(), "--yes"), printed);
    assertTrue(printed.contains("conf/innkeeper.config exists"), printed);
    assertEquals("mine", Files.readString(there.resolve("conf/innkeeper.config")));
    assertFalse(Files.exists(there.resolve("plugins")));
    assertFalse(Files.exists(there.resolve("backups")));
    assertEquals(1, command(here, "restore", file.toString(), "--yes"), printed);
    assertTrue(printed.contains("has a bot.db"), printed);
  }

  @Test
  void aFileThatTheManifestDoesNotNameIsRefused() throws Exception {
    packed();
    altered(root -> put(root.resolve("plugins/other.jar"), "evil"));
    refused("which its manifest does not name");
  }

  @Test
  void anAlteredMemberIsRefused() throws Exception {
    packed();
    altered(root -> put(root.resolve("plugins/notifier-1.0.jar"), "a bundlE"));
    refused("is not what its manifest says");
  }

  @Test
  void aMissingMemberIsRefused() throws Exception {
    packed();
    altered(
        root -> {
          try {
            Files.delete(root.resolve("conf/innkeeper.config"));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    refused("it lacks \"conf/innkeeper.config\"");
  }

  @Test
  void namesThatLeaveTheDirectoryAreRefused() throws Exception {
    for (String name :
        List.of(
            "../evil",
            "conf/../../evil",
            "/evil",
            "run/evil",
            "bot.db",
            "conf/..",
            "plugins/evil.sh",
            "conf/.ssh/x")) {
      packed("--replace");
      altered(
          root ->
              put(
                  root.resolve("manifest.json"),
                  text(root.resolve("manifest.json")).replace("conf/innkeeper.config", name)));
      refused("is not one that an archive may hold");
    }
  }

  @Test
  void onlyFilesThatDefinitionsNameAreWrittenOutside() throws Exception {
    packed("--with-env-files");
    Files.delete(environment);
    altered(
        root ->
            put(
                root.resolve("manifest.json"),
                text(root.resolve("manifest.json"))
                    .replace(environment.toString(), temp.resolve("evil").toString())));
    refused("which no definition in it names");
  }

  @Test
  void linksAreRefused() throws Exception {
    packed();
    byte[] bytes = Files.readAllBytes(file);
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    int entry = all.indexOf("PK\1\2");
    bytes[entry + 41] = (byte) 0xA1; // mode 0120777, a symbolic link
    bytes[entry + 40] = (byte) 0xFF;
    Files.write(file, bytes);
    refused("holds a link");
  }

  @Test
  void aFileThatWasCutShortIsRefused() throws Exception {
    packed();
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {10, 100, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      refused("damaged");
    }
  }

  @Test
  void anotherFormatIsRefusedWithItsNumber() throws Exception {
    packed();
    altered(
        root ->
            put(
                root.resolve("manifest.json"),
                text(root.resolve("manifest.json")).replace("\"format\":1", "\"format\":2")));
    refused("this release reads 1");
  }

  @Test
  void theManifestNamesTheProjectsAndNoSecret() throws Exception {
    packed("--with-env-files");
    altered(
        root -> {
          String manifest = text(root.resolve("manifest.json"));
          assertEquals(List.of("c1", "c2", "web"), Json.map(manifest).get("projects"));
          assertFalse(manifest.contains("hunter2"), manifest);
        });
  }
}
