package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFormatsTest {

  @TempDir private Path dir;
  private Path data;
  private Path older;
  private Path newer;

  @BeforeEach
  void make() throws IOException {
    data = Files.createDirectories(dir.resolve("my data/run")).getParent();
    older = release("older", "");
    newer = release("new er", "reads.run=3\nwrites.run=2\nreads.bot.db=2\nwrites.bot.db=2\n");
  }

  private Path release(String name, String formats) throws IOException {
    Path home = Files.createDirectories(dir.resolve(name));
    Path start = Files.createDirectories(home.resolve("bin")).resolve("innkeeper");
    Files.writeString(start, "#!/bin/sh\n");
    assertTrue(start.toFile().setExecutable(true));
    if (!formats.isEmpty()) {
      Path file = Files.createDirectories(home.resolve("lib")).resolve("formats.properties");
      Files.writeString(file, formats);
    }
    return home;
  }

  @Test
  void formatsOfANewerReleaseAreRefusedWithTheCommandThatRunsIt() throws Exception {
    new DataFormats(data, newer).write();
    String said = new DataFormats(data, older).refusal().orElseThrow();
    assertTrue(said.contains("run has format 2, this release reads 1 at most"), said);
    assertTrue(
        said.endsWith("run that release: '" + newer + "/bin/innkeeper' --data '" + data + "' run"),
        said);
    assertEquals(1, said.lines().count());
    Files.delete(newer.resolve("bin/innkeeper"));
    said = new DataFormats(data, older).refusal().orElseThrow();
    assertTrue(said.endsWith("install that release again"), said);
    assertEquals(
        Optional.empty(), new DataFormats(data, release("reader", "reads.run=2\n")).refusal());
    assertEquals(Optional.empty(), new DataFormats(data, newer).refusal());
  }

  @Test
  void aNewerDatabaseIsRefusedWhileTheReleaseThatWroteItIsThere() throws Exception {
    Files.write(data.resolve("bot.db"), ByteBuffer.allocate(100).putInt(60, 2).array());
    assertEquals(Optional.empty(), new DataFormats(data, older).refusal(), "the store's affair");
    Files.writeString(data.resolve("run/formats"), "home=" + newer + "\n");
    String said = new DataFormats(data, older).refusal().orElseThrow();
    assertTrue(said.contains("bot.db has format 2"), said);
    assertEquals(Optional.empty(), new DataFormats(data, newer).refusal());
    Files.write(data.resolve("bot.db"), new byte[10]);
    assertEquals(Optional.empty(), new DataFormats(data, older).refusal(), "the store's affair");
  }

  @Test
  void aReleaseIsNotTriedWhereTheOneBeforeCouldNotRunAgain() throws Exception {
    Path next = Files.createDirectories(data.resolve("releases")).resolve("next");
    Files.writeString(next, "home=" + newer + "\nfrom=" + older + "\n");
    String said = new DataFormats(data, newer).refusal().orElseThrow();
    assertTrue(said.startsWith("the release in " + older + " could not run here again: "), said);
    assertTrue(said.contains(" would have format 2, that release reads 1 at most; "), said);
    Path between = release("between", "reads.run=2\nwrites.run=1\nreads.bot.db=2\n");
    Files.writeString(next, "home=" + newer + "\nfrom=" + between + "\n");
    assertEquals(Optional.empty(), new DataFormats(data, newer).refusal());
    Files.writeString(next, "home=" + between + "\nfrom=" + older + "\n");
    assertEquals(Optional.empty(), new DataFormats(data, between).refusal());
  }

  @Test
  void aReleaseNotesItsFormatsAndTheNextReleaseChecksThem() throws Exception {
    new DataFormats(data, older).write();
    assertEquals(Optional.empty(), new DataFormats(data, newer).refusal());
    new DataFormats(data, newer).write();
    assertTrue(new DataFormats(data, older).refusal().isPresent());
    new DataFormats(data, release("after", "reads.run=2\nwrites.run=1\n")).write();
    assertEquals(Optional.empty(), new DataFormats(data, older).refusal());
    assertFalse(Files.exists(data.resolve("run/.formats")));
  }
}
