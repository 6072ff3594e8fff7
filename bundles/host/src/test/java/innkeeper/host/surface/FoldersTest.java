package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.host.jar.Folders;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FoldersTest {

  private static final Path DATA = Path.of("/home/me/data");
  private static final Path UPGRADED = DATA.resolve("releases/innkeeper-0.2.0");

  @Test
  void anUpgradedReleaseBelowDataDirIsNotTheUsers() {
    Folders folders = new Folders(UPGRADED, DATA);
    Path own = UPGRADED.resolve("surfaces/innkeeper.admin-0.2.0.jar");
    assertFalse(folders.isUsers(own));
    assertTrue(folders.isReleases(own));
    assertTrue(folders.isPlatform(UPGRADED.resolve("platform/innkeeper.host.jar")));
  }

  @Test
  void jarsDirectlyInTheUsersFoldersAreTheUsers() {
    Folders folders = new Folders(Path.of("/opt/innkeeper"), DATA);
    assertTrue(folders.isUsers(DATA.resolve("plugins/mine.jar")));
    assertTrue(folders.isUsers(DATA.resolve("surfaces/innkeeper.admin-0.3.0.jar")));
    assertFalse(folders.isUsers(DATA.resolve("plugins/previous/mine.jar")));
    assertFalse(folders.isUsers(Path.of("/opt/innkeeper/plugins/theirs.jar")));
    assertFalse(folders.isUsers(Path.of("mine.jar")));
  }

  @Test
  void aJarIsNamedByItsPathInDataDir() {
    Folders folders = new Folders(Path.of("/opt/innkeeper"), DATA);
    assertEquals("plugins/mine.jar", folders.name(DATA.resolve("plugins/mine.jar")));
    assertEquals("/opt/x.jar", folders.name(Path.of("/opt/x.jar")));
  }
}
