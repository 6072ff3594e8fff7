package innkeeper.redaction.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.table.Tables;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the build wrote is what the tables say. */
class CompiledRulesTest {
  @Test
  void theFileHoldsTheTablesRules() throws IOException {
    assertArrayEquals(
        written(CompiledRules.build()),
        CompiledRulesTest.class.getResourceAsStream("rules.bin").readAllBytes());
    assertArrayEquals(written(CompiledRules.build()), written(CompiledRules.load()));
  }

  private static byte[] written(RuleSet rules) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    rules.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Test
  void rowsWithoutATextStandWhereTheEngineKnowsThem() {
    assertEquals(RuleSet.KEY_LINE, Tables.builtin().row("key.line").number());
    assertEquals(RuleSet.NEXT_LINE, Tables.builtin().row("name.next-line").number());
    assertEquals(RuleSet.THREE_PARTS, Tables.builtin().row("token.three-parts").number());
    assertEquals(RuleSet.REGISTERED, Tables.builtin().row("registered.value").number());
    assertEquals(RuleSet.OWN, Tables.builtin().row("own.rule").number());
    assertEquals(RuleSet.UNSETTLED, Tables.builtin().row("line.unsettled").number());
  }
}
