package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditLog.Verification;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.FileHarm;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.OptionalLong;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever changes the record behind the store's back is found, at the first link that breaks. */
@Timeout(60)
class ChainTest {

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(50);
  }

  private Verification after(String... tampering) throws Exception {
    try (Store store = house.open()) {
      try (Connection other = Connections.fresh(house.layout.database())) {
        House.tamper(other, tampering);
      }
      Verification found = store.audit().verify();
      Result health = health(store);
      assertEquals(found.whole(), health.isOk());
      return found;
    }
  }

  private static Result health(Store store) throws Exception {
    store.verification().run();
    return store.checks().get("audit:chain").execute();
  }

  @Test
  void anUntouchedChainIsWhole() throws Exception {
    Verification found = after();
    assertTrue(found.whole());
    assertEquals(52, found.entries());
    assertEquals("", found.reason());
  }

  @Test
  void aChangedDetailIsNamed() throws Exception {
    Verification found = after("UPDATE audit SET detail = 'nothing' WHERE seq IN (20, 30)");
    assertEquals(OptionalLong.of(20), found.brokenAt());
    assertEquals(19, found.entries());
    assertTrue(found.reason().contains("entry 20"), found.reason());
  }

  @Test
  void everyFieldIsUnderTheHash() throws Exception {
    for (String column :
        new String[] {
          "action",
          "channel_id",
          "uid",
          "program",
          "outcome",
          "detail",
          "ts",
          "via",
          "hash",
          "prev_hash"
        }) {
      try (Store store = house.open()) {
        try (Connection other = Connections.fresh(house.layout.database())) {
          House.tamper(
              other,
              "CREATE TEMP TABLE old AS SELECT * FROM audit WHERE seq = 25",
              "UPDATE audit SET " + column + " = 'x' WHERE seq = 25");
          assertEquals(OptionalLong.of(25), store.audit().verify().brokenAt(), column);
          House.tamper(
              other,
              "UPDATE audit SET " + column + " = (SELECT " + column + " FROM old) WHERE seq = 25");
          assertTrue(store.audit().verify().whole(), column);
        }
      }
    }
  }

  @Test
  void aRemovedEntryIsNamed() throws Exception {
    assertEquals(OptionalLong.of(7), after("DELETE FROM audit WHERE seq IN (7, 8, 20)").brokenAt());
  }

  @Test
  void entriesCutOffAtTheEndAreNamed() throws Exception {
    Verification found = after("DELETE FROM audit WHERE seq > 40");
    assertEquals(OptionalLong.of(41), found.brokenAt());
    assertTrue(found.reason().contains("41 to 52"), found.reason());
  }

  @Test
  void anInsertedEntryIsNamed() throws Exception {
    Verification found =
        after(
            "INSERT INTO audit SELECT 53, ts, action, channel_id, via, uid, program, outcome,"
                + " detail, prev_hash, hash FROM audit WHERE seq = 52");
    assertEquals(OptionalLong.of(53), found.brokenAt());
  }

  /** While no host runs, each by an SQL of its own; which entry is named at the next start. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          20 | UPDATE audit SET detail = 'nothing' WHERE seq = 20
          7  | DELETE FROM audit WHERE seq = 7
          1  | DELETE FROM audit WHERE seq <= 3
          12 | UPDATE audit SET seq = -1 WHERE seq = 12; UPDATE audit SET seq = 12 WHERE seq = 30; \
               UPDATE audit SET seq = 30 WHERE seq = -1
          12 | UPDATE audit SET detail = iif(seq = 12, 'filled 30', 'filled 12') WHERE seq IN (12, 30)
          41 | DELETE FROM audit WHERE seq > 40
          52 | DELETE FROM audit WHERE seq > 51
          53 | INSERT INTO audit SELECT 53, ts, action, channel_id, via, uid, program, outcome, \
               detail, hash, hash FROM audit WHERE seq = 52
          1  | DELETE FROM audit
          """)
  void changesWhileNoHostRanAreReportedByEachVerification(long at, String sql) throws Exception {
    try (Connection other = Connections.fresh(house.layout.database())) {
      assertEquals(52, Sql.number(other, "SELECT max(seq) FROM audit"));
      House.tamper(other, sql.split("; *"));
    }
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        Verification found = store.audit().verify();
        assertEquals(OptionalLong.of(at), found.brokenAt(), found.reason());
        assertFalse(health(store).isOk());
        store.audit().append(House.draft("life goes on"));
      }
    }
  }

  @Test
  void aRecomputedChainIsDetectedByItsEnd() throws Exception {
    try (Connection other = Connections.fresh(house.layout.database())) {
      House.tamper(other, "UPDATE audit SET detail = 'nothing' WHERE seq = 20");
      String before = AuditTable.at(other, 19).orElseThrow().hash();
      for (long seq = 20; seq <= 52; seq++) {
        AuditRow old = AuditTable.at(other, seq).orElseThrow();
        AuditRow anew =
            new AuditRow(
                    seq,
                    old.ts(),
                    old.action(),
                    old.channelId(),
                    old.via(),
                    old.uid(),
                    old.program(),
                    old.outcome(),
                    old.detail(),
                    before,
                    "")
                .hashed();
        House.tamper(
            other,
            "UPDATE audit SET prev_hash = '%s', hash = '%s' WHERE seq = %d"
                .formatted(before, anew.hash(), seq));
        before = anew.hash();
      }
    }
    try (Store store = house.open()) {
      assertEquals(OptionalLong.of(52), store.audit().verify().brokenAt());
    }
  }

  @Test
  void anOlderRecordWithAWholeChainIsDetected() throws Exception {
    byte[] older = Files.readAllBytes(house.layout.database());
    try (Store store = house.open()) {
      store.audit().append(House.draft("to be forgotten"));
    }
    Files.write(house.layout.database(), older);
    try (Store store = house.open()) {
      Verification found = store.audit().verify();
      boolean said =
          !store.audit().entries(9, Long.MAX_VALUE, "", "database.replace").entries().isEmpty();
      assertTrue(said || !found.whole(), found::reason);
    }
  }

  @Test
  void theTableRejectsUpdatesAndDeletes() throws Exception {
    try (Store store = house.open();
        Connection other = Connections.fresh(house.layout.database());
        Statement statement = other.createStatement()) {
      for (String sql : new String[] {"DELETE FROM audit", "UPDATE audit SET detail = ''"}) {
        boolean refused = false;
        try {
          statement.execute(sql);
        } catch (java.sql.SQLException e) {
          refused = e.getMessage().contains("only ever added to");
        }
        assertTrue(refused, sql);
      }
      assertTrue(store.audit().verify().whole());
      assertEquals(FileHarm.NONE, store.sentinel().harm());
    }
  }
}
