package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
    return Streams.settled(engine, text);
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
  void aHeaderThatIsOnlyMentionedHidesNothing() {
    String hashes =
        "9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b built\n"
            + "sha256:9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b9f3c2a7b\n"
            + "integrity sha512-"
            + body(2).get(0)
            + body(2).get(1)
            + "\n"
            + body(2).get(0)
            + "\n";
    for (String line :
        List.of(
            "ERROR expecting " + BEGIN,
            "ERROR expecting: " + BEGIN + ", got 9f3c2a7b9f3c2a7b",
            "{\"msg\":\"no " + BEGIN + "\",\"level\":\"error\"}",
            "pattern \"" + BEGIN + "\" not found in /etc/x.pem",
            BEGIN + " and " + END + " are missing",
            "    if (!text.startsWith(\"" + BEGIN + "\")) {")) {
      String text = line + "\n" + hashes;
      assertEquals(text, clean(text));
    }
  }

  @Test
  void aKeyEndsWithTheFirstLineThatIsNoneOfIt() {
    String after = "done\n" + body(3).get(0) + "\n" + body(3).get(1) + "\n";
    for (String none : List.of("10:00:01 INFO key read\n", "\n\n\n")) {
      String text = BEGIN + "\n" + body(3).get(0) + "\n" + none + after;
      assertEquals(BEGIN + "\n[REDACTED]\n" + none + after, clean(text));
    }
  }

  @Test
  void anEncryptedKeyIsHiddenBehindItsHeaders() {
    String headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B2C3D\n\n";
    String key = key(5).replace(BEGIN + "\n", BEGIN + "\n" + headers);
    hidden(clean(key), 5);
    hidden(clean("web-1 | " + key.replace("\n", "\nweb-1 | ") + "\n"), 5);
    String pgp = key(5).replace("RSA PRIVATE KEY-", "PGP PRIVATE KEY BLOCK-");
    hidden(clean(pgp.replace("BLOCK-----\n", "BLOCK-----\nVersion: GnuPG v2\n\n")), 5);
  }

  @Test
  void aShorterLineWithinAKeyDoesNotEndIt() {
    String line = body(5).get(2);
    hidden(clean(key(5).replace(line, line.substring(0, 20) + "\n" + line.substring(20))), 5);
    String key = key(5).replace(line + "\n", line.substring(0, 20) + "\n");
    assertFalse(clean(key).contains(body(5).get(3)), key);
  }

  @Test
  void aKeyInColoursOrBehindTheTimeIsHidden() {
    StringBuilder coloured = new StringBuilder();
    StringBuilder timed = new StringBuilder();
    key(5).lines().forEach(line -> coloured.append("\u001b[32m" + line + "\u001b[0m\n"));
    key(5).lines().forEach(line -> timed.append("2026-01-02T10:00:00.123Z INFO " + line + "\n"));
    hidden(clean(coloured.toString()), 5);
    hidden(clean(timed.toString()), 5);
  }

  @Test
  void aKeyWithoutAnEndIsHiddenAndThenForgotten() throws IOException {
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
    byte[] bytes = (BEGIN + "\n" + body(2).get(0) + "\n").getBytes();
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
    String one = "web | Private-Lines: 1\nweb | " + body(2).get(0).substring(0, 48) + "\n";
    assertEquals("web | Private-Lines: 1\nweb | [REDACTED]\n", clean(one));
  }
}
