package innkeeper.host.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

class SnapshotVersionTest {

  @Test
  void aSnapshotIsNewerThanTheReleaseBeforeAndOlderThanItsOwn() {
    List<String> order = List.of("0.1.1", "0.2.0.SNAPSHOT", "0.2.0", "0.2.0.a", "0.2.1.SNAPSHOT");
    List<Version> sorted =
        Stream.of("0.2.0.a", "0.2.1.SNAPSHOT", "0.2.0", "0.1.1", "0.2.0.SNAPSHOT")
            .map(Version::parseVersion)
            .sorted(SnapshotVersion.ORDER)
            .toList();
    assertEquals(order, sorted.stream().map(Version::toString).toList());
  }

  @Test
  void theTextIsThatOfThePoms() {
    assertEquals("0.2.0-SNAPSHOT", SnapshotVersion.text(new Version(0, 2, 0, "SNAPSHOT")));
    assertEquals("0.2.0", SnapshotVersion.text(new Version(0, 2, 0)));
    assertEquals("0.2.0.a", SnapshotVersion.text(new Version(0, 2, 0, "a")));
  }
}
