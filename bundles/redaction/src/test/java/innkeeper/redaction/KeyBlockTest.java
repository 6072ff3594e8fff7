package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyBlockTest {
  private static final String BEGIN = "-----BEGIN RSA PRIVATE " + "KEY-----";
  private static final String END = "-----END RSA PRIVATE " + "KEY-----";
  private final Engine engine = new Engine();

  private static List<String> body(int lines) {
    List<String> body = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < lines; i++) {
      byte[] raw = new byte[i == lines - 1 ? 10 : 48];
      random.nextBytes(raw);
      body.add(Base64.getEncoder().encodeToString(raw));
    }
    return body;
  }

  private static String key(int lines) {
    return BEGIN + "\n" + String.join("\n", body(lines)) + "\n" + END + "\n";
  }

  private String clean(String text) {
    String clean = Streams.whole(engine, text);
    assertEquals(clean, Streams.whole(engine, clean), "redacting twice");
    assertEquals(
        clean, Streams.cut(engine, text.getBytes(StandardCharsets.UTF_8), 1, true), "split");
    return clean;
  }

  private static void hidden(String clean, int lines) {
    for (String line : body(lines)) {
      assertFalse(clean.contains(line), clean);
    }
  }

  @Test
  void oneLineInIsOneLineOutAndTheEndsStay() {
    String mark = "[REDACTED]\n";
    assertEquals(
        "a\n" + BEGIN + "\n" + mark.repeat(20) + END + "\nb\n", clean("a\n" + key(20) + "b\n"));
  }

  @Test
  void indentedWithCarriageReturnsOrWithAPrefixItIsHiddenToo() {
    hidden(clean(key(5).replace("\n", "\r\n")), 5);
    hidden(clean("  " + key(5).replace("\n", "\n  ")), 5);
    hidden(clean("app_1  | " + key(5).replace("\n", "\napp_1  | ") + "\n"), 5);
  }

  @Test
  void aKeyInOneJsonStringLeavesJson() {
    String line = "{\"key\":" + Wrap.json(key(5)) + ",\"x\":1}";
    String clean = clean(line);
    hidden(clean, 5);
    assertTrue(Json.valid(clean), clean);
  }

  @Test
  void aKeyOfWhichEachLineIsItsOwnJsonRecordIsHidden() {
    StringBuilder text = new StringBuilder();
    key(5).lines().forEach(l -> text.append("{\"level\":\"info\",\"msg\":\"" + l + "\"}\n"));
    String clean = clean(text.toString());
    hidden(clean, 5);
    clean.lines().forEach(line -> assertTrue(Json.valid(line), line));
  }

  @Test
  void certificatesAndPublicKeysPass() {
    String text = key(5).replace("RSA PRIVATE KEY", "CERTIFICATE");
    assertEquals(text, clean(text));
    String open = key(5).replace("RSA PRIVATE KEY", "PUBLIC KEY");
    assertEquals(open, clean(open));
  }

  @Test
  void aKeyWithoutAnEndIsHiddenPastTheCapAndThenForgotten() throws IOException {
    String text = BEGIN + "\n" + String.join("\n", body(900)) + "\n";
    hidden(clean(text), 900);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    byte[] bytes = (text + "back to work, all is well\n".repeat(40)).getBytes();
    stream.write(bytes, 0, bytes.length);
    assertTrue(stream.neutral());
    assertTrue(out.toString().endsWith("back to work, all is well\n"));
  }

  @Test
  void aReplayMayNotStartInsideAKey() throws IOException {
    RedactingStream stream = engine.stream((bytes, from, length) -> {});
    byte[] bytes = (BEGIN + "\nabc\n").getBytes();
    stream.write(bytes, 0, bytes.length);
    assertFalse(stream.neutral());
  }

  @Test
  void puttysPrivateLinesAndMacAreHidden() {
    List<String> body = body(3);
    String text =
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 3\n"
            + String.join("\n", body)
            + "\nPrivate-MAC: "
            + "0a".repeat(32)
            + "\nnext\n";
    String clean = clean(text);
    hidden(clean, 3);
    assertTrue(clean.endsWith("Private-MAC: [REDACTED]\nnext\n"), clean);
  }
}
