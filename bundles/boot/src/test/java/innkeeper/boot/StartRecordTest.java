package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which jar a start that died is held against. A start that is begun and not ended has died. */
class StartRecordTest {

  private static final String NEW = "plugins/new.jar";
  private static final String OLD = "plugins/old.jar";

  @TempDir Path data;

  @BeforeEach
  void folders() throws IOException {
    for (String folder : List.of("run", "plugins/previous", "surfaces")) {
      Files.createDirectories(data.resolve(folder));
    }
  }

  private void put(String name, String content) throws IOException {
    Files.writeString(data.resolve(name), content);
  }

  private boolean isThere(String name) {
    return Files.exists(data.resolve(name));
  }

  private StartRecord begin() throws IOException {
    return StartRecord.begin(data, false, false);
  }

  /** A start that came to a good end, long ago. */
  private void goodStart(String... jars) throws IOException {
    StartState state = StartState.read(data.resolve("run/starts"));
    for (String jar : jars) {
      state.wasGood(jar, UserJars.digest(data.resolve(jar)));
    }
    state.write(data.resolve("run/starts"));
  }

  /** As a JVM that exits leaves it. */
  private void endsByItself() throws IOException {
    Files.writeString(data.resolve("run/exit-trace"), "ended by itself\n");
  }

  @Test
  void aJarThatTwoStartsDieInIsSetAsideAndSaysSo() throws IOException {
    put(NEW, "halts");
    begin().mark(NEW);
    begin().mark(NEW);
    StartRecord third = begin();
    assertFalse(isThere(NEW));
    assertTrue(isThere(NEW + ".failed"));
    assertTrue(third.told().toString().contains("jar set aside file=plugins/new.jar.failed"));
    String note = Files.readString(data.resolve("run/notes"));
    assertTrue(note.startsWith("surface.deploy\tfailed\tplugins/new.jar\t"), note);
  }

  @Test
  void oneDeathIsNotEnough() throws IOException {
    put(NEW, "halts once");
    begin().mark(NEW);
    begin().mark("");
    begin();
    assertTrue(isThere(NEW));
  }

  @Test
  void aDeathWhileAJarIsInstalledCountsToo() throws IOException {
    StartRecord running = begin();
    put(NEW, "halts");
    running.mark(NEW);
    begin().mark(NEW);
    begin();
    assertFalse(isThere(NEW));
  }

  @Test
  void theJarThatServedBeforeUnderThatNameIsPutBack() throws IOException {
    put(OLD, "second");
    put("plugins/previous/old.jar", "first");
    begin().mark(OLD);
    begin().mark(OLD);
    begin();
    assertEquals("first", Files.readString(data.resolve(OLD)));
    assertEquals("second", Files.readString(data.resolve(OLD + ".failed")));
  }

  @Test
  void aKillFromOutsideSetsNoJarAside() throws IOException {
    put(OLD, "served long ago");
    goodStart(OLD);
    put(NEW, "came since");
    for (int i = 0; i < 5; i++) {
      begin(); // killed: no trace, and no jar is just being started
    }
    for (int i = 0; i < 5; i++) {
      begin().mark(OLD); // killed in the very moment in which the old one is started
    }
    begin();
    assertTrue(isThere(OLD));
    assertTrue(isThere(NEW));
  }

  @Test
  void aHostThatRanOutOfMemoryTwiceSoonAfterAJarCameLeavesItOut() throws IOException {
    put(OLD, "served long ago");
    goodStart(OLD);
    put(NEW, "eats the heap");
    begin();
    StartRecord.begin(data, false, true);
    assertTrue(isThere(NEW));
    StartRecord third = StartRecord.begin(data, false, true);
    assertTrue(isThere(OLD));
    assertFalse(isThere(NEW));
    assertTrue(third.told().get(0).startsWith("the host before ran out of memory, soon after"));
  }

  @Test
  void aStartThatEndsByItselfCountsAgainstWhatChangedAlone() throws IOException {
    put(OLD, "served long ago");
    goodStart(OLD);
    put(NEW, "halts on a thread of its own");
    begin();
    endsByItself();
    begin();
    endsByItself();
    begin();
    assertTrue(isThere(OLD));
    assertFalse(isThere(NEW));
  }

  @Test
  void aHostThatCrashesSoonAfterItWasReadyCountsToo() throws IOException {
    put(NEW, "crashes the JVM after a second");
    for (int i = 0; i < 2; i++) {
      begin().good(List.of(NEW));
      Files.writeString(data.resolve("run/crash.log"), "SIGSEGV");
    }
    begin();
    assertFalse(isThere(NEW));
    assertTrue(isThere("run/crash-before.log"), "the report stays");
  }

  @Test
  void aStartThatIsStoppedInOrderCountsForNothing() throws IOException {
    put(NEW, "slow");
    for (int i = 0; i < 3; i++) {
      StartRecord record = begin();
      record.mark(NEW);
      record.ends();
      endsByItself();
    }
    begin();
    assertTrue(isThere(NEW));
  }

  @Test
  void aJarThatIsReplacedIsAnotherJar() throws IOException {
    put(NEW, "halts");
    begin().mark(NEW);
    put(NEW, "mended");
    begin().mark(NEW);
    begin();
    assertTrue(isThere(NEW));
  }

  @Test
  void inSafeModeTheBlameIsNotedAndNothingIsTouched() throws IOException {
    put(NEW, "halts");
    begin().mark(NEW);
    begin().mark(NEW);
    StartRecord.begin(data, true, false);
    assertTrue(isThere(NEW));
    StartRecord.begin(data, true, false);
    begin();
    assertFalse(isThere(NEW));
  }

  @Test
  void withoutARecordAJarWithAnEqualCopyCountsAsGood() throws IOException {
    put(OLD, "served with the release before");
    put("plugins/previous/old.jar", "served with the release before");
    begin().mark(OLD);
    begin().mark(OLD);
    begin();
    assertTrue(isThere(OLD));
  }

  @Test
  void aJarThatCallsSystemExitIsSetAsideAtOnce() throws IOException {
    put(NEW, "calls System.exit");
    begin().setAside(NEW, "it ended the process of the host");
    begin();
    assertTrue(isThere(NEW + ".failed"));
  }

  @Test
  void withoutAJarOfTheUsersNothingIsWritten() throws IOException {
    begin().ends();
    assertFalse(isThere("run/starts"));
  }
}
