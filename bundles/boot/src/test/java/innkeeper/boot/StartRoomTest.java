package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.disk.StartRoom;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartRoomTest {

  private static final long PLENTY = 1L << 30;
  private static final long NEEDED = 3 << 20;

  @TempDir private Path data;

  @Test
  void aDiskThatIsTooSmallIsNamedWithWhatIsFreeAndWhatIsNeeded() throws Exception {
    String missing = StartRoom.missing(data, NEEDED, 1 << 20, "").orElseThrow();
    assertTrue(missing.startsWith("1024 KiB are free on the disk of DATA_DIR=" + data), missing);
    assertTrue(missing.contains("a start needs 3072"), missing);
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, NEEDED, ""));
  }

  @Test
  void spaceHeldByAnEarlierHostCountsAsFree() throws Exception {
    Files.createDirectories(data.resolve("run/cache/bundle1"));
    Files.write(data.resolve("run/cache/bundle1/jar"), new byte[2 << 20]);
    Files.write(data.resolve("run/reserve"), new byte[1 << 20]);
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, 0, ""));
  }

  /** Or, on a full disk, a release with bigger bundles would find too little after a crash. */
  @Test
  void theSpaceForAStartGrowsWithTheBundles(@TempDir Path home) throws Exception {
    long before = StartRoom.bytes(home, data);
    Files.createDirectories(home.resolve("surfaces"));
    Files.write(home.resolve("surfaces/ours.jar"), new byte[300_000]);
    Files.createDirectories(data.resolve("plugins"));
    Files.write(data.resolve("plugins/theirs.jar"), new byte[20_000]);
    assertEquals(before + 320_000, StartRoom.bytes(home, data));
  }

  @Test
  void tooFewInodesAreNamedWhereTheFileSystemCountsThem() throws Exception {
    String missing = StartRoom.missing(data, NEEDED, PLENTY, "200 70").orElseThrow();
    assertTrue(missing.startsWith("70 more files can be made"), missing);
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, PLENTY, "9000 160"));
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, PLENTY, "0 0"));
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, PLENTY, ""));
    Files.createDirectories(data.resolve("run/cache"));
    for (int i = 0; i < 100; i++) {
      Files.createFile(data.resolve("run/cache/" + i));
    }
    assertEquals(Optional.empty(), StartRoom.missing(data, NEEDED, PLENTY, "200 70"));
  }
}
