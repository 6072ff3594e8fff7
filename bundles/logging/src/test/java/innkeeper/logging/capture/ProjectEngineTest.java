package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.Redactor.Found;
import innkeeper.api.log.Redactor.LearnedValue;
import innkeeper.redaction.Engine;
import innkeeper.redaction.LearnedValues.Limits;
import innkeeper.redaction.RedactingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectEngineTest {
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path memory;
  private Instant now = Instant.parse("2026-11-21T09:00:00Z");

  /** Of another process each time: it knows what lies in memory, and the log. */
  private ProjectEngine project() {
    Path file = memory.resolve("web.learned");
    return new ProjectEngine(new Engine(), () -> new Limits(256, DAY), file, () -> now)
        .recall(memory.resolve("web.log"));
  }

  private static String through(ProjectEngine project, String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = project.stream(out::write);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    project.settle();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void anotherProcessKnowsWhatWasLearnedFromAFileThatIsOursAlone() throws IOException {
    through(project(), "password=Va7lue-one\n");
    Path file = memory.resolve("web.learned");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals("sent [REDACTED]\n", through(project(), "sent Va7lue-one\n"));
    now = now.plus(DAY);
    through(project(), "\n");
    assertEquals("sent Va7lue-one\n", through(project(), "sent Va7lue-one\n"));
  }

  @Test
  void aLearnedValueIsExplainedByItsIdAndForgotten() throws IOException {
    ProjectEngine project = project();
    through(project, "password=Va7lue-one\n");
    assertEquals(
        List.of(new LearnedValue("v1", "name.passw", now, now.plus(DAY), false)), project.list());
    assertEquals(List.of(new Found("learned.value v1", 1, 6, 15)), project.find("sent Va7lue-one"));
    assertTrue(project.forget("v1"));
    assertFalse(project.forget("v2"));
    assertEquals("sent Va7lue-one\n", through(project(), "sent Va7lue-one\n"));
    assertTrue(project().list().get(0).forgotten());
  }

  @Test
  void aValueThatTheLogShowedBeforeIsNotLearned() throws IOException {
    Files.writeString(memory.resolve("web.log"), "order k7order99 shipped\n");
    ProjectEngine project = project();
    through(project, "password=k7order99\n");
    assertTrue(project.list().isEmpty());
  }

  @Test
  void aFileOfAnotherFormatIsIgnoredAndReplaced() throws IOException {
    Files.writeString(memory.resolve("web.learned"), "\0\0\0\1a\0\0\0\1b");
    through(project(), "password=Va7lue-one\n");
    assertEquals(1, project().list().size());
  }
}
