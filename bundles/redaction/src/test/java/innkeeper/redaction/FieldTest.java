package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Corpus.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The lines that daemons and tools print, with random values. Two seeds stay; {@code -Dseed=} sets
 * the third one. Only the profile nightly uses all three.
 */
class FieldTest {
  private final Engine engine = new Engine();

  static LongStream seeds() {
    long seed = Long.getLong("seed", 100);
    return Boolean.getBoolean("innkeeper.nightly")
        ? LongStream.of(1, 2, seed)
        : LongStream.of(seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySecretOfTheFieldGoes(long seed) {
    assertAll(
        Field.samples(new Random(seed)).stream()
            .map(sample -> (Executable) () -> gone(sample, sample.line(), seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTrapOfTheFieldIsNotTouched(long seed) {
    Random random = new Random(seed);
    assertAll(
        Field.negatives().stream()
            .map(template -> Field.text(template, random))
            .map(
                line ->
                    (Executable)
                        () -> {
                          same(line, seed);
                          Field.wrappers().values().forEach(w -> same(w.apply(line), seed));
                        }));
  }

  private void same(String line, long seed) {
    assertEquals(line, engine.redact(line), () -> "seed " + seed);
  }

  /** A line's prefix takes the lines after it out of their column, so those count as they stand. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aSecretOfTheFieldGoesInAnyWrapping(long seed) {
    List<Sample> samples =
        Field.samples(new Random(seed)).stream()
            .filter(s -> s.line().indexOf('\n') < 0 && !s.line().startsWith("New value: "))
            .toList();
    assertAll(
        Field.wrappers().values().stream()
            .flatMap(w -> samples.stream().map(s -> check(s, w.apply(s.line()), seed))));
  }

  private Executable check(Sample sample, String line, long seed) {
    return () -> {
      String clean = gone(sample, line, seed);
      if (line.startsWith("{\"ts") || line.startsWith("{\"log")) {
        assertTrue(Json.valid(clean), clean);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void howeverALineOfTheFieldIsCutItsOutputIsTheSame(long seed) {
    Random random = new Random(seed);
    for (Sample sample : Field.samples(random)) {
      byte[] bytes = (sample.line() + "\nnext line\n").getBytes(StandardCharsets.UTF_8);
      String whole = Streams.whole(engine, new String(bytes, StandardCharsets.UTF_8));
      assertEquals(whole, Streams.cut(engine, bytes, 1, false), sample.line());
      assertEquals(whole, Streams.cut(engine, bytes, 1, true), sample.line());
      for (int split = 0; split <= bytes.length; split++) {
        boolean shown = random.nextBoolean();
        assertEquals(whole, Streams.at(engine, bytes, split, shown), sample.line());
      }
    }
  }

  private String gone(Sample sample, String line, long seed) {
    String clean = engine.redact(line);
    for (String secret : sample.secrets()) {
      String form = secret;
      for (int depth = 0; depth < 3; depth++) {
        String shown = form;
        assertFalse(shows(clean, form, line), () -> "seed " + seed + ": " + shown + " in " + clean);
        form = Wrap.inner(form);
      }
    }
    assertEquals(clean, engine.redact(clean), "redacting twice");
    return clean;
  }

  /** Whether the secret or a piece of it that stands nowhere else is left. */
  private static boolean shows(String clean, String secret, String line) {
    if (secret.length() >= 3 && clean.contains(secret)) {
      return true;
    }
    for (int i = 0; i + 6 <= secret.length(); i++) {
      String piece = secret.substring(i, i + 6);
      boolean once = line.indexOf(piece) == line.lastIndexOf(piece);
      if (once && clean.contains(piece)) {
        return true;
      }
    }
    return false;
  }
}
