package innkeeper.host.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.host.Host.HostException;
import innkeeper.host.FakeJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseArchiveTest {

  @TempDir Path temp;
  private Path root;
  private Path releases;

  @BeforeEach
  void make() throws IOException {
    releases = Files.createDirectory(temp.resolve("releases"));
    root = temp.resolve("innkeeper-0.2.0");
    for (String plain : List.of("bin/innkeeper", "conf/config.properties")) {
      Files.createDirectories(root.resolve(plain).getParent());
      Files.writeString(root.resolve(plain), "#!/bin/sh\n");
    }
    assertTrue(root.resolve("bin/innkeeper").toFile().setExecutable(true));
    FakeJar.bundle(root.resolve("lib/felix.jar"), "felix", "7.0.5");
    FakeJar.bundle(root.resolve("platform/innkeeper.api.jar"), "innkeeper.api", "0.2.0");
    FakeJar.bundle(root.resolve("platform/innkeeper.host.jar"), "innkeeper.host", "0.2.0");
    for (String one : "store supervisor logging rotation backup shell".split(" ")) {
      FakeJar.bundle(
          root.resolve("surfaces/innkeeper." + one + "-0.2.0.jar"), "innkeeper." + one, "0.2.0");
    }
  }

  private Path pack(String... things) throws Exception {
    Path archive = temp.resolve("release.tar.gz");
    List<String> command =
        Stream.concat(
                Stream.of("tar", "-czf", archive.toString(), "-C", temp.toString()),
                Stream.of(things))
            .toList();
    assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    return archive;
  }

  private Path unpack() throws Exception {
    return new ReleaseArchive(pack("innkeeper-0.2.0"), "").unpack(releases, Path.of("/opt/other"));
  }

  private void refused(String why) throws Exception {
    String message = assertThrows(HostException.class, this::unpack).getMessage();
    assertTrue(message.contains(why), message);
    try (Stream<Path> left = Files.list(releases)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void aReleaseIsUnpackedUnderItsVersionAndItsDigest() throws Exception {
    Path home = unpack();
    assertTrue(home.getFileName().toString().matches("0\\.2\\.0-[0-9a-f]{8}"), home.toString());
    assertTrue(Files.isExecutable(home.resolve("bin/innkeeper")));
  }

  @Test
  void theReleaseThatRunsIsNotReplaced() throws Exception {
    Path home = unpack();
    ReleaseArchive again = new ReleaseArchive(temp.resolve("release.tar.gz"), "");
    assertThrows(HostException.class, () -> again.unpack(releases, home));
    assertTrue(Files.isExecutable(home.resolve("bin/innkeeper")));
  }

  @Test
  void anotherDigestThanTheOneGivenIsRefused() throws Exception {
    Path archive = pack("innkeeper-0.2.0");
    assertThrows(HostException.class, () -> new ReleaseArchive(archive, "00"));
  }

  @Test
  void aPartThatIsMissingIsNamed() throws Exception {
    Files.delete(root.resolve("lib/felix.jar"));
    refused("lib/felix.jar is missing");
  }

  @Test
  void aSurfaceThatIsMissingIsNamed() throws Exception {
    Files.delete(root.resolve("surfaces/innkeeper.backup-0.2.0.jar"));
    refused("surfaces/innkeeper.backup is missing");
  }

  @Test
  void aLinkIsRefused() throws Exception {
    Files.createSymbolicLink(root.resolve("conf/passwd"), Path.of("/etc/passwd"));
    refused("conf/passwd, which is not a plain file");
  }

  @Test
  void aJarThatIsNoneIsNamed() throws Exception {
    Files.writeString(root.resolve("surfaces/innkeeper.admin-0.2.0.jar"), "hello");
    refused("surfaces/innkeeper.admin-0.2.0.jar, which is not a jar");
  }

  @Test
  void moreThanOneFolderIsNoRelease() throws Exception {
    Files.createDirectory(temp.resolve("more"));
    Path archive = pack("innkeeper-0.2.0", "more");
    ReleaseArchive release = new ReleaseArchive(archive, "");
    assertThrows(HostException.class, () -> release.unpack(releases, Path.of("/opt/other")));
    assertFalse(Files.exists(releases.resolve(".incoming")));
  }
}
