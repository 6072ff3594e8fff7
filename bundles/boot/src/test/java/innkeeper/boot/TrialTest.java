package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialTest {

  private static final Path OLD = Path.of("/opt/old");
  private static final Path NEW = Path.of("/opt/new");

  @TempDir Path data;

  private void propose() throws IOException {
    Files.createDirectories(data.resolve("releases"));
    Files.writeString(
        data.resolve("releases/next"), "name=new\nhome=" + NEW + "\nfrom=" + OLD + "\n");
  }

  @Test
  void withoutAProposalNoReleaseIsOnTrial() throws IOException {
    Trial trial = Trial.begin(data, OLD);
    assertFalse(trial.runs());
    assertEquals("", trial.failed());
  }

  @Test
  void aReleaseIsOnTrialUntilItsProposalIsRemoved() throws IOException {
    propose();
    Trial trial = Trial.begin(data, NEW);
    assertTrue(trial.runs());
    assertEquals(OLD, trial.from());
    Files.delete(data.resolve("releases/next"));
    assertFalse(trial.runs());
  }

  @Test
  void thePreviousReleaseGetsTheReasonOfTheFailure() throws IOException {
    propose();
    Trial.begin(data, NEW).fail("is not healthy");
    Trial old = Trial.begin(data, OLD);
    assertFalse(old.runs());
    assertEquals("new is not healthy", old.failed());
    assertEquals("", Trial.begin(data, OLD).failed(), "once");
  }

  @Test
  void aTrialThatWasKilledIsOverAtTheNextStart() throws IOException {
    propose();
    Trial.begin(data, NEW);
    assertEquals("new ended before it was ready", Trial.begin(data, OLD).failed());
    assertFalse(Trial.begin(data, NEW).runs());
  }

  @Test
  void aHalfWrittenProposalPutsNoReleaseOnTrial() throws IOException {
    Files.createDirectories(data.resolve("releases"));
    Files.writeString(data.resolve("releases/next"), "name=\\u12");
    assertFalse(Trial.begin(data, NEW).runs());
  }
}
