package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditLog.Verification;
import innkeeper.store.sqlite.Connections;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.OptionalLong;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
      try (Connection other = Connections.fresh(house.layout.database());
          Statement statement = other.createStatement()) {
        statement.execute("DROP TRIGGER audit_keeps");
        statement.execute("DROP TRIGGER audit_stays");
        for (String sql : tampering) {
          statement.execute(sql);
        }
      }
      Verification found = store.audit().verify();
      Result health = new ChainCheck(store.readers(), store.writer()).execute();
      assertEquals(found.whole(), health.isOk());
      return found;
    }
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
        try (Connection other = Connections.fresh(house.layout.database());
            Statement statement = other.createStatement()) {
          statement.execute("DROP TRIGGER IF EXISTS audit_keeps");
          statement.execute("CREATE TEMP TABLE old AS SELECT * FROM audit WHERE seq = 25");
          statement.execute("UPDATE audit SET " + column + " = 'x' WHERE seq = 25");
          assertEquals(OptionalLong.of(25), store.audit().verify().brokenAt(), column);
          statement.execute(
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
            "INSERT INTO audit SELECT 53, ts, action, channel_id, via, uid, program, outcome, detail,"
                + " prev_hash, hash FROM audit WHERE seq = 52");
    assertEquals(OptionalLong.of(53), found.brokenAt());
  }

  @Test
  void theTableItselfRefusesToForget() throws Exception {
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
      assertFalse(store.sentinel().overwritten());
    }
  }
}
