package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are not in UTF-8, and zero bytes in those that are. */
class EncodedTextTest {
  private static final String TEXT =
      "ready on port 8080\nDB_PASSWORD=hunter2 mode=fast\r\n"
          + "\"token\": \"a1b2c3d4e5f6\",\npassword: hunter2\nall is well\n";

  private static final String CLEAN =
      "ready on port 8080\nDB_PASSWORD=[REDACTED] mode=fast\r\n"
          + "\"token\": \"[REDACTED]\",\npassword: [REDACTED]\nall is well\n";

  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void aTextInUtf16IsReadAsItIsWritten(String charset) throws IOException {
    byte[] clean = clean(TEXT.getBytes(Charset.forName(charset)));
    assertEquals(CLEAN, new String(clean, StandardCharsets.ISO_8859_1).replace("\0", ""));
    assertEquals(0, clean.length % 2, "each character is still two bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"contraseña: ", "lösenord: "})
  void aNameInLatin1IsAName(String name) throws IOException {
    byte[] clean = clean((name + "hunter2\n").getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(name + "[REDACTED]\n", new String(clean, StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pass\0word=hunter2 x", "password=hun\0ter2 x", "\0password\0=\0hunter2 x"})
  void zeroBytesInANameOrAValueHideNothingFromTheRules(String line) throws IOException {
    String clean = new String(clean(line.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    assertFalse(clean.contains("ter2"), clean);
    assertEquals("password=[REDACTED] x", clean.replace("\0", ""));
  }

  @Test
  void variablesThatZeroBytesPartStayApart() throws IOException {
    byte[] dump = "HOME=/root\0DB_PASSWORD=hunter2\0LANG=C\0TERM=dumb\n".getBytes();
    assertEquals(
        "HOME=/root\0DB_PASSWORD=[REDACTED]\0LANG=C\0TERM=dumb\n", new String(clean(dump)));
  }

  private byte[] clean(byte[] text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    stream.write(text, 0, text.length);
    stream.finish();
    return out.toByteArray();
  }
}
