package innkeeper.api.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.api.project.LogPolicy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerRecordTest {

  private static final Instant AT = Instant.parse("2026-11-21T05:40:00.120Z");
  private static final LogPolicy LOG = new LogPolicy(1 << 20, 3, LogPolicy.WhenFull.DROP);
  private static final ServerRecord RECORD =
      new ServerRecord(
          "c1", "web", 7, new ServerRecord.Wrapper("b-1", 4711, 123_456), AT, 98_765, LOG);

  @Test
  void theFileHasTheseMembersInThisOrder() {
    assertEquals(
        "{channelId=c1, name=web, incarnation=7, bootId=b-1, wrapperPid=4711, wrapperStart=123456,"
            + " spawnedAt=2026-11-21T05:40:00.120Z, uptimeMillis=98765, logMaxBytes=1048576,"
            + " logMaxFiles=3, logWhenFull=DROP}",
        RECORD.toMap().toString());
  }

  @Test
  void aFileIsReadAgainAndUnknownMembersAreIgnored() {
    Map<String, Object> file = new HashMap<>(RECORD.toMap());
    file.put("later", 1);
    assertEquals(RECORD, ServerRecord.fromMap(file));
  }

  @Test
  void aFileWithoutUptimeIsReadAndOneWithoutPidIsRefused() {
    Map<String, Object> file = new HashMap<>(RECORD.toMap());
    file.remove("uptimeMillis");
    assertEquals(-1, ServerRecord.fromMap(file).uptimeMillis());
    file.remove("wrapperPid");
    assertThrows(IllegalArgumentException.class, () -> ServerRecord.fromMap(file));
  }
}
