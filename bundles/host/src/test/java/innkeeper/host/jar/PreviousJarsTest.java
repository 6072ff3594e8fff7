package innkeeper.host.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviousJarsTest {

  @TempDir Path temp;
  private Path jar;
  private PreviousJars previous;

  @BeforeEach
  void make() throws IOException {
    Path plugins = Files.createDirectories(temp.resolve("data/plugins"));
    jar = Files.writeString(plugins.resolve("mine.jar"), "one");
    previous = new PreviousJars(new Folders(temp.resolve("home"), temp.resolve("data")));
  }

  @Test
  void theCopyOfAJarThatServedIsPutBack() throws IOException {
    previous.copy(jar);
    Files.writeString(jar, "two");
    assertTrue(previous.hasOther(jar));
    assertFalse(previous.served(jar));
    assertTrue(previous.putBack(jar));
    assertEquals("one", Files.readString(jar));
    assertTrue(previous.served(jar));
    assertFalse(previous.hasOther(jar));
  }

  @Test
  void withoutACopyNothingIsPutBack() throws IOException {
    assertEquals(Optional.empty(), previous.find(jar));
    assertFalse(previous.putBack(jar));
    assertEquals("one", Files.readString(jar));
  }

  @Test
  void aForgottenCopyIsGone() throws IOException {
    previous.copy(jar);
    assertTrue(previous.find(jar).isPresent());
    previous.forget(jar);
    assertFalse(previous.served(jar));
  }

  @Test
  void theReleasesJarsAreNotCopied() throws IOException {
    Path ours = temp.resolve("home/surfaces/innkeeper.admin.jar");
    Files.createDirectories(ours.getParent());
    Files.writeString(ours, "release");
    previous.copy(ours);
    assertEquals(Optional.empty(), previous.find(ours));
  }
}
