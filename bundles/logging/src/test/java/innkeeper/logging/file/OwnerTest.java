package innkeeper.logging.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerTest {

  @TempDir Path temp;

  @Test
  void aLinkOfOursToADirectoryOfOursIsFollowed() throws IOException {
    Path disk = Files.createDirectory(temp.resolve("disk"));
    Path logs = Files.createSymbolicLink(temp.resolve("logs"), disk);
    Owner.directoryOrLink(logs);
    assertEquals(
        logs + " is not a directory; move it away",
        assertThrows(IOException.class, () -> Owner.directory(logs)).getMessage());
  }

  @Test
  void aBrokenLinkIsRefusedWithItsTarget() throws IOException {
    Path logs = Files.createSymbolicLink(temp.resolve("logs"), temp.resolve("disk"));
    assertEquals(
        logs + " links to " + temp.resolve("disk") + ", which does not exist; make it",
        assertThrows(IOException.class, () -> Owner.directoryOrLink(logs)).getMessage());
  }

  @Test
  void aLinkToAFileIsRefused() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    Path logs = Files.createSymbolicLink(temp.resolve("logs"), file);
    assertThrows(IOException.class, () -> Owner.directoryOrLink(logs));
  }

  @Test
  void theParentDirectoryIsNotCreated() throws IOException {
    assertThrows(NoSuchFileException.class, () -> Owner.directory(temp.resolve("data/logs")));
    Owner.directory(temp.resolve("logs"));
    assertTrue(Files.isDirectory(temp.resolve("logs")));
  }

  @Test
  void anEmptyDataDirIsRefusedAsUnmounted() throws IOException {
    String said = assertThrows(IOException.class, () -> Owner.notUnmounted(temp)).getMessage();
    assertEquals(temp + " is empty; was DATA_DIR unmounted?", said);
    Files.createFile(temp.resolve("bot.db"));
    Owner.notUnmounted(temp);
  }
}
