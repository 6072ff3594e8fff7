package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The release in another place than the build's: no class archive of the build fits there. */
@Tag("nightly")
class ClassArchiveIT {

  @Test
  void theSecondStartUsesTheArchiveThatTheFirstHadMade() throws Exception {
    try (HostProcess host = new HostProcess()) {
      Path home = ReleaseArchive.tree(host.scratch(), "elsewhere", "");
      Path state = host.scratch().resolve("state/innkeeper/classes");
      host.from(home).with("XDG_STATE_HOME", host.scratch().resolve("state").toString());
      host.with("INNKEEPER_ARCHIVES", "now").start();
      assertFalse(uses(host, state), "there is none yet");
      HostProcess.await(
          "the archives are made", () -> host.console().contains("class archives made"));
      host.stop();
      List<Path> archives = archives(state);
      assertEquals(2, archives.size(), archives::toString);

      host.with("INNKEEPER_ARCHIVES", "off").start();
      assertTrue(uses(host, state), "the second start uses it");
      assertEquals(0, host.cli("status").status());
      host.stop();

      damage(archives, archive -> archive.position(archive.size() / 3).write(noise()));
      host.start();
      assertFalse(uses(host, state), "it was changed");
      assertEquals(0, host.cli("status").status());
      host.stop();

      Path jar = home.resolve("platform/innkeeper.host.jar");
      Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
      host.start();
      assertFalse(uses(host, state), "it is of other jars");
      assertEquals(200, host.get("/api/health").statusCode());
    }
  }

  private interface Damage {
    void to(FileChannel archive) throws IOException;
  }

  private static void damage(List<Path> archives, Damage damage) throws IOException {
    for (Path archive : archives) {
      Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-------"));
      try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
        damage.to(file);
      }
    }
  }

  private static ByteBuffer noise() {
    byte[] noise = new byte[1 << 18];
    new Random(1).nextBytes(noise);
    return ByteBuffer.wrap(noise);
  }

  private static List<Path> archives(Path state) throws Exception {
    try (Stream<Path> files = Files.walk(state)) {
      return files.filter(f -> f.toString().endsWith(".jsa")).toList();
    }
  }

  /** Whether the host's JVM has mapped a file below that folder. */
  private static boolean uses(HostProcess host, Path folder) throws Exception {
    return Files.readString(Path.of("/proc", String.valueOf(host.pid()), "maps"))
        .contains(folder.toString());
  }
}
