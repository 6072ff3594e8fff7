package innkeeper.shell.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  /** Every character but surrogates, which stand in pairs. */
  @Test
  void controlCharactersAreEscapedAndReadBack() throws Exception {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < 0x3000; c++) {
      all.append(c);
    }
    Map<String, Object> value = Map.of("a", all.toString());
    for (String json : new String[] {Json.write(value), Json.line(value)}) {
      assertTrue(json.replace("\n", "").chars().noneMatch(Character::isISOControl));
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      assertEquals(value, Json.read(new ByteArrayInputStream(bytes), "it"));
    }
  }
}
