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
 * writes the new digests. The test covers every tenth chunk of a family; in the profile nightly,
 * and with one of these two properties, it covers all chunks.
 */
class FrozenAnswersTest {
  private static final int CHUNK = 1000;
  private static final int STEP =
      Boolean.getBoolean("innkeeper.nightly")
              || System.getProperty("answers") != null
              || System.getProperty("digests") != null
          ? 1
          : 10;

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
    List<String> frozen =
        Corpus.lines("frozen/digests.txt").stream().filter(line -> isCovered(chunk(line))).toList();
    assertEquals(String.join("\n", frozen), String.join("\n", digests));
  }

  private static boolean isCovered(int chunk) {
    return chunk % STEP == 0;
  }

  /** Returns the number of the chunk in a line of the digests: family, chunk, digest. */
  private static int chunk(String line) {
    String[] words = line.split(" ");
    return Integer.parseInt(words[words.length - 2]);
  }

  /**
   * Returns a digest for each covered chunk: of each text alone and of all as lines of a stream.
   */
  private static List<String> digests(String family, Iterator<byte[]> texts, OutputStream answers)
      throws IOException {
    Engine engine = new Engine();
    List<String> digests = new ArrayList<>();
    for (int chunk = 0; texts.hasNext(); chunk++) {
      if (!isCovered(chunk)) {
        for (int n = 0; n < CHUNK && texts.hasNext(); n++) {
          texts.next();
        }
        continue;
      }
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
      digests.add(family + " " + chunk + " " + hex);
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
