package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine's answers to all texts of {@link FrozenCorpus} are those of the digests. A change of
 * the rules' meaning shows here. To see the lines, run this test before and after the change with
 * {@code -DargLine=-Danswers=FILE} and compare the two files; {@code -DargLine=-Ddigests=FILE}
 * writes the new digests.
 */
class FrozenAnswersTest {
  private static final int CHUNK = 1000;

  @Test
  void everyAnswerIsTheFrozenOne() throws IOException {
    List<String> digests = new ArrayList<>();
    String file = System.getProperty("answers");
    try (OutputStream answers =
        file == null ? OutputStream.nullOutputStream() : Files.newOutputStream(Path.of(file))) {
      for (Map.Entry<String, Stream<byte[]>> family : new FrozenCorpus().families().entrySet()) {
        digests.addAll(digests(family.getKey(), family.getValue().iterator(), answers));
      }
    }
    if (System.getProperty("digests") != null) {
      Files.write(Path.of(System.getProperty("digests")), digests);
    }
    assertEquals(String.join("\n", Corpus.lines("frozen/digests.txt")), String.join("\n", digests));
  }

  /** One digest for so many texts: each alone, and all of them as the lines of one stream. */
  private static List<String> digests(String family, Iterator<byte[]> texts, OutputStream answers)
      throws IOException {
    Engine engine = new Engine();
    List<String> digests = new ArrayList<>();
    while (texts.hasNext()) {
      MessageDigest digest = sha256();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int n = 0; n < CHUNK && texts.hasNext(); n++) {
        byte[] text = texts.next();
        all.writeBytes(text);
        all.write('\n');
        byte[] clean = redacted(engine, text);
        digest.update(clean);
        answers.write(FrozenCorpus.escaped(clean).concat("\n").getBytes(StandardCharsets.UTF_8));
      }
      byte[] clean = redacted(engine, all.toByteArray());
      digest.update(clean);
      answers.write(clean);
      String hex = HexFormat.of().formatHex(digest.digest(), 0, 8);
      digests.add(family + " " + digests.size() + " " + hex);
    }
    return digests;
  }

  private static byte[] redacted(Engine engine, byte[] text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(text.length + 16);
    RedactingStream stream = engine.stream(out::write);
    stream.write(text, 0, text.length);
    stream.finish();
    return out.toByteArray();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
