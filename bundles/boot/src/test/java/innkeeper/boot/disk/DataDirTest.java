package innkeeper.boot.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirTest {

  @TempDir Path path;

  @Test
  void aLinkThatLeadsNowhereInPlaceOfADirectoryIsNamed() throws Exception {
    Path backups = Files.createSymbolicLink(path.resolve("backups"), path.resolve("missing"));
    DataDir data = new DataDir(path);
    assertEquals(
        backups.toString(), assertThrows(NotDirectoryException.class, data::make).getMessage());
    assertFalse(Files.exists(path.resolve("missing")));
  }

  @Test
  void aDirectoryWithADatabaseOrABackupHasAHistory() throws Exception {
    DataDir data = new DataDir(path);
    data.make();
    assertFalse(data.hasHistory());
    Path backup = Files.createFile(path.resolve("backups/bot-x.db"));
    assertTrue(data.hasHistory());
    Files.move(backup, path.resolve("bot.db"));
    assertTrue(data.hasHistory());
  }
}
