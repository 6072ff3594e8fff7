package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.boot.log.Json;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void everyControlCharacterAndQuoteIsEscaped() {
    assertEquals(
        "\"a\\\"b\\\\c\\nd\\re\\tf\\u0000g\\u001bh\\u007f\"",
        Json.quote(new StringBuilder(), "a\"b\\c\nd\re\tf\0g\u001bh\u007f").toString());
  }

  @Test
  void halfACharacterIsEscapedAndAWholeOneKept() {
    assertEquals("\"\\ud83d\"", Json.quote(new StringBuilder(), "\ud83d").toString());
    assertEquals("\"\ud83d\ude00\"", Json.quote(new StringBuilder(), "\ud83d\ude00").toString());
  }
}
