package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.scan.RuleSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The corpora's lines are cut into pieces, joined at random and sprinkled with characters that end
 * a value. Each promise about well-formed lines must hold for these too. {@code -Dseed=} sets the
 * second seed.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutationTest {
  private static final int INPUTS = Boolean.getBoolean("innkeeper.nightly") ? 4_000 : 1_000;
  private static final String SPRINKLED = " \"'\\=:,;\n\t{}[]()<>&%@/-_.|`$#*\r\b\u000b\u001b0";
  private final Engine engine = new Engine();
  private final List<String> pool = new ArrayList<>();

  MutationTest() {
    Random random = new Random(1);
    Corpus.positives().forEach(s -> pool.add(s.line()));
    Field.samples(random).forEach(s -> pool.add(s.line()));
    pool.addAll(Corpus.negatives());
    Field.negatives().forEach(template -> pool.add(Field.text(template, random)));
    RuleSet.BUILTIN.triggers().forEach(t -> pool.add(t.toString()));
    pool.add(RedactionMark.TEXT);
  }

  static LongStream seeds() {
    return LongStream.of(1, Long.getLong("seed", 100));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void redactingTwiceChangesNothing(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n < INPUTS; n++) {
      String input = mutant(random);
      String clean = Streams.whole(engine, input);
      assertEquals(clean, Streams.whole(engine, clean), () -> shown(input));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void howeverItIsCutTheOutputIsTheSame(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n < INPUTS; n++) {
      String input = mutant(random);
      byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
      String clean = Streams.whole(engine, input);
      assertEquals(ends(input), ends(clean), () -> shown(input));
      assertEquals(clean, Streams.random(engine, bytes, random, 40), () -> shown(input));
    }
  }

  private String mutant(Random random) {
    StringBuilder out = new StringBuilder();
    for (int pieces = 1 + random.nextInt(4); pieces > 0; pieces--) {
      String line = pool.get(random.nextInt(pool.size()));
      if (random.nextBoolean() && line.length() > 2) {
        int from = random.nextInt(line.length() - 1);
        line = line.substring(from, from + 1 + random.nextInt(line.length() - from));
      }
      out.append(line).append(random.nextInt(3) == 0 ? "\n" : "");
    }
    for (int n = random.nextInt(4); n > 0; n--) {
      char c = SPRINKLED.charAt(random.nextInt(SPRINKLED.length()));
      int at = random.nextInt(out.length());
      if (random.nextBoolean()) {
        out.setCharAt(at, c);
      } else {
        out.insert(at, c);
      }
    }
    return out.toString();
  }

  private static long ends(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static String shown(String text) {
    return Wrap.json(text);
  }
}
