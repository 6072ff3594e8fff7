package innkeeper.api.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import innkeeper.api.json.JsonTree;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 | exited with code 0",
        "3 | 3 | exited with code 3",
        "137 | 137 (SIGKILL, or exit 137) | ended with code 137 (SIGKILL, or exit 137)",
        "143 | 143 (SIGTERM, or exit 143) | ended with code 143 (SIGTERM, or exit 143)",
        "139 | 139 (SIGSEGV, or exit 139) | ended with code 139 (SIGSEGV, or exit 139)",
        "128 | 128 | exited with code 128",
        "145 | 145 | exited with code 145",
        "255 | 255 | exited with code 255"
      })
  void aCodeThatMayStandForASignalIsToldAsBoth(int code, String text, String sentence) {
    assertEquals(text, ExitCode.text(OptionalInt.of(code)));
    assertEquals(sentence, ExitCode.sentence(OptionalInt.of(code), ""));
  }

  @Test
  void whatNobodyKnowsIsSaid() {
    assertEquals("unknown", ExitCode.text(OptionalInt.empty()));
    assertEquals("ended in an unknown way", ExitCode.sentence(OptionalInt.empty(), ""));
  }

  @Test
  void aSignalIsNamedAsSuchOnlyWhereItIsKnown() {
    Map<?, ?> inferred = form(new Exit(OptionalInt.of(137), "", Instant.EPOCH, true));
    assertNull(inferred.get("signal"));
    assertEquals("KILL", inferred.get("signalInferred"));
    Exit sent = new Exit(OptionalInt.of(137), "KILL", Instant.EPOCH, true);
    assertEquals("KILL", form(sent).get("signal"));
    assertEquals("ended by SIGKILL from the host", sent.sentence());
    assertNull(form(new Exit(OptionalInt.of(1), "", Instant.EPOCH, true)).get("signalInferred"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "143 | REQUEST | stopped by the host (SIGTERM) on request",
        "0 | REQUEST | stopped by the host on request, exit code 0",
        "143 | HOST | stopped by the host (SIGTERM)",
        "143 | PROBE | killed by its probe (SIGTERM)",
        "137 | KERNEL_OOM | killed by the kernel for its memory (SIGKILL)",
        "1 | MEMORY_LIMIT | stopped by the host for its memory, exit code 1",
        "143 | UNKNOWN | ended with code 143 (SIGTERM, or exit 143)",
        "3 | ITSELF | exited with code 3"
      })
  void whoEndedItIsSaid(int code, EndedBy by, String sentence) {
    assertEquals(sentence, ExitCode.sentence(OptionalInt.of(code), "", by));
  }

  @Test
  void aSignalThatAnotherProcessMayHaveSentIsNobodysForSure() {
    assertEquals(EndedBy.UNKNOWN, EndedBy.unasked(OptionalInt.of(137)));
    assertEquals(EndedBy.UNKNOWN, EndedBy.unasked(OptionalInt.empty()));
    assertEquals(EndedBy.ITSELF, EndedBy.unasked(OptionalInt.of(139)));
    assertEquals(EndedBy.ITSELF, EndedBy.unasked(OptionalInt.of(0)));
  }

  private static Map<?, ?> form(Exit exit) {
    return (Map<?, ?>) JsonTree.of(exit);
  }
}
