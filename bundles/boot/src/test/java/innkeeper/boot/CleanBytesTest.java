package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.boot.log.CleanBytes;
import innkeeper.redaction.Engine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CleanBytesTest {

  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final CleanBytes out = new CleanBytes(new Engine(), seen);

  private void print(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aSecretThatIsFlushedInPiecesIsNotShown() throws IOException {
    for (String piece : "db_password=correct-horse-battery\n".split("(?<=\\G...)")) {
      print(piece);
      out.flush();
    }
    assertEquals("db_password=[REDACTED]\n", seen.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aKeyThatSpansLinesIsNotShown() throws IOException {
    print(
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\nabc\n-----END RSA PRIVATE KEY-----\n");
    print("after\n");
    assertFalse(seen.toString(StandardCharsets.UTF_8).contains("MIIEow"), seen::toString);
  }

  @Test
  void aPromptIsShownAtAFlushAndTheRestAtTheEnd() throws IOException {
    print("name? ");
    out.flush();
    assertEquals("name? ", seen.toString(StandardCharsets.UTF_8));
    print("last");
    out.close();
    assertEquals("name? last", seen.toString(StandardCharsets.UTF_8));
  }
}
