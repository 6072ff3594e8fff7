package innkeeper.logging.file;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountsTest {

  @TempDir private Path dir;

  @Test
  void aMountWhoseNameIsNotUtf8HidesNoOtherMount() throws Exception {
    String text =
        "25 1 0:23 / /home/a/\u00ff\u00e4 rw - fuse x rw\n\n26 1 8:2 / /data rw - ext4 y rw\n";
    Path file = Files.writeString(dir.resolve("mountinfo"), text, StandardCharsets.ISO_8859_1);
    assertTrue(Mounts.mounted("8:2", file));
    assertFalse(Mounts.mounted("8:3", file));
  }
}
