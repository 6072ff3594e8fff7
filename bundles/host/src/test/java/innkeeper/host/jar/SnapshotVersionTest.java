package innkeeper.host.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

class SnapshotVersionTest {

  @Test
  void theTextIsThatOfThePoms() {
    assertEquals("0.2.0-SNAPSHOT", SnapshotVersion.text(new Version(0, 2, 0, "SNAPSHOT")));
    assertEquals("0.2.0", SnapshotVersion.text(new Version(0, 2, 0)));
    assertEquals("0.2.0.a", SnapshotVersion.text(new Version(0, 2, 0, "a")));
  }
}
