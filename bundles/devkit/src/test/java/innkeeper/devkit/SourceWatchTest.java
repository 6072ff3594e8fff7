package innkeeper.devkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60)
class SourceWatchTest {

  @TempDir private Path dir;
  private Path source;
  private SourceWatch watch;

  @BeforeEach
  void watch() throws IOException {
    source = Files.createDirectories(dir.resolve("src/main/java")).resolve("A.java");
    Files.writeString(source, "class A {}");
    Files.createDirectories(dir.resolve("target"));
    watch = new SourceWatch(dir);
  }

  @AfterEach
  void close() throws IOException {
    watch.close();
  }

  private CompletableFuture<Long> next() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return watch.await();
          } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aSaveIsNoticedWithItsTime() throws Exception {
    CompletableFuture<Long> saved = next();
    Files.writeString(source, "class A { }");
    assertEquals(source.toFile().lastModified(), saved.get(30, TimeUnit.SECONDS));
  }

  @Test
  void aFileInANewFolderIsNoticed() throws Exception {
    CompletableFuture<Long> saved = next();
    Path folder = Files.createDirectories(source.resolveSibling("b"));
    Files.writeString(folder.resolve("B.java"), "class B {}");
    saved.get(30, TimeUnit.SECONDS);
  }

  @Test
  void buildResultsAndEditorFilesAreIgnored() throws Exception {
    CompletableFuture<Long> saved = next();
    Files.writeString(dir.resolve("target/x.jar"), "built");
    Files.writeString(source.resolveSibling("A.java~"), "kept");
    Files.writeString(source.resolveSibling(".A.java.swp"), "open");
    Files.writeString(source.resolveSibling("4913"), "tried");
    assertFalse(saved.isDone());
    Files.delete(source);
    saved.get(30, TimeUnit.SECONDS);
  }
}
