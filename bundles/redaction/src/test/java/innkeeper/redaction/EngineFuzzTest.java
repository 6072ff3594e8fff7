package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import innkeeper.redaction.text.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * What holds for any bytes. In the build the kept inputs are run again; {@code -Pfuzz} lets Jazzer
 * look for new ones, led by coverage.
 */
class EngineFuzzTest {
  private static final String LITERAL = "kv7-Literal_x9Z";
  private final Engine engine = new Engine();
  private final Engine registered = new Engine();

  EngineFuzzTest() {
    registered.register("test", List.of(LITERAL));
  }

  @FuzzTest(maxDuration = "3m")
  void whateverComes(byte[] input) throws IOException {
    byte[] whole = pass(engine, input, null);
    assertEquals(ends(input), ends(whole), "line ends");
    Random random = new Random(Arrays.hashCode(input));
    assertArrayEquals(whole, pass(engine, input, random), "cut at other places");
    assertArrayEquals(whole, pass(engine, input, random), "cut at other places");
    assertTrue(!valid(input) || valid(whole), "UTF-8 comes out as UTF-8");
    assertArrayEquals(whole, pass(engine, whole, null), "redacting twice");
  }

  @FuzzTest(maxDuration = "1m")
  void aRegisteredValueNeverComesOut(byte[] input) throws IOException {
    int at = input.length == 0 ? 0 : (input[0] & 0xff) % input.length;
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(input, 0, at);
    joined.write(LITERAL.getBytes(StandardCharsets.US_ASCII));
    joined.write(input, at, input.length - at);
    byte[] out = pass(registered, joined.toByteArray(), new Random(at));
    assertFalse(new String(out, StandardCharsets.ISO_8859_1).contains(LITERAL));
  }

  /** In one piece, or in pieces of random lengths with what can be shown shown in between. */
  private static byte[] pass(Engine engine, byte[] input, Random random) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    for (int at = 0; at < input.length; ) {
      int left = input.length - at;
      int n = random == null ? left : Math.min(left, 1 + random.nextInt(24));
      stream.write(input, at, n);
      at += n;
      if (random != null && random.nextBoolean()) {
        stream.flushPartial();
      }
      assertTrue(stream.heldBytes() <= RedactingStream.MAX_LINE, "held bytes");
    }
    stream.finish();
    return out.toByteArray();
  }

  private static long ends(byte[] bytes) {
    return Bytes.count(bytes, 0, bytes.length, '\n');
  }

  private static boolean valid(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
