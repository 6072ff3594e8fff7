package innkeeper.history.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureDirectoryTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  @TempDir Path dir;

  @Test
  void figuresOfARemovedProjectAreDeletedLater() throws Exception {
    try (FigureDirectory directory = new FigureDirectory(dir.resolve("history"))) {
      for (String id : List.of("", "kept", "gone", "fresh")) {
        directory.file(id).append(NOW.getEpochSecond(), ProjectSampler.none());
      }
      for (String name : List.of("host.figures", "p-kept.figures", "p-gone.figures")) {
        age(name, Duration.ofDays(31));
      }
      Files.writeString(dir.resolve("history/p-kept.figures.damaged"), "x");
      age("p-kept.figures.damaged", Duration.ofDays(31));
      age("p-fresh.figures", Duration.ofDays(29));
      assertEquals(2, directory.prune(List.of("kept"), NOW.minus(Duration.ofDays(30))));
      assertTrue(directory.has(""));
      assertTrue(directory.has("kept"));
      assertTrue(directory.has("fresh"), "not yet");
      assertFalse(directory.has("gone"));
    }
  }

  private void age(String name, Duration age) throws Exception {
    Files.setLastModifiedTime(dir.resolve("history").resolve(name), FileTime.from(NOW.minus(age)));
  }
}
