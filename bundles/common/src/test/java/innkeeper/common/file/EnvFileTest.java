package innkeeper.common.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvFileTest {

  @Test
  void anEnvFileIsReadWithoutExpansionAndItsErrorsShowNoValue(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("env");
    Files.writeString(file, "# c\n\nA=1\nexport B='x $Y'\nC=\"q\"\nD=a=b\n");
    assertEquals(Map.of("A", "1", "B", "x $Y", "C", "q", "D", "a=b"), EnvFile.read(file));
    Files.writeString(file, "A=1\nhunter2\n");
    IOException e = assertThrows(IOException.class, () -> EnvFile.read(file));
    assertTrue(e.getMessage().contains("line 2"), e.getMessage());
    assertTrue(!e.getMessage().contains("hunter2"), e.getMessage());
  }
}
