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

  @TempDir private Path data;

  @Test
  void aDiskThatIsTooSmallIsNamedWithWhatIsFreeAndWhatIsNeeded() throws Exception {
    String missing = StartRoom.missing(data, 1 << 20, "").orElseThrow();
    assertTrue(missing.startsWith("1024 KiB are free on the disk of DATA_DIR=" + data), missing);
    assertTrue(missing.contains("a start needs 3072"), missing);
    assertEquals(Optional.empty(), StartRoom.missing(data, StartRoom.BYTES, ""));
  }

  @Test
  void whatAnEarlierHostHeldCountsAsRoomSoThatACrashOnAFullDiskIsFollowedByAStart()
      throws Exception {
    Files.createDirectories(data.resolve("run/cache/bundle1"));
    Files.write(data.resolve("run/cache/bundle1/jar"), new byte[2 << 20]);
    Files.write(data.resolve("run/reserve"), new byte[1 << 20]);
    assertEquals(Optional.empty(), StartRoom.missing(data, 0, ""));
  }

  @Test
  void tooFewInodesAreNamedWhereTheFileSystemCountsThem() throws Exception {
    String missing = StartRoom.missing(data, PLENTY, "200 70").orElseThrow();
    assertTrue(missing.startsWith("70 more files can be made"), missing);
    assertEquals(Optional.empty(), StartRoom.missing(data, PLENTY, "9000 160"));
    assertEquals(Optional.empty(), StartRoom.missing(data, PLENTY, "0 0"));
    assertEquals(Optional.empty(), StartRoom.missing(data, PLENTY, ""));
    Files.createDirectories(data.resolve("run/cache"));
    for (int i = 0; i < 100; i++) {
      Files.createFile(data.resolve("run/cache/" + i));
    }
    assertEquals(Optional.empty(), StartRoom.missing(data, PLENTY, "200 70"));
  }
}
