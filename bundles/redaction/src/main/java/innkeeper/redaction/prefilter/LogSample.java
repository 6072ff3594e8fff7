package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How often a gram leads to a trigger in vain: counted in a sample of logs, and guessed. */
final class LogSample {
  /** A guess counts so much beside the sample, which cannot have everything. */
  private static final float GUESS = .1f;

  /** A gram that stands there without its trigger costs so much beside one that leads to it. */
  private static final float ASKED = .02f;

  private final Likelihood likelihood = new Likelihood();
  private final byte[] bytes;

  /** Where each gram stands. */
  private final Map<Integer, List<Integer>> grams = new HashMap<>();

  LogSample() {
    try (InputStream in = LogSample.class.getResourceAsStream("sample.txt")) {
      bytes = in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 2; i + Gram.STRETCH <= bytes.length; i++) {
      int gram = Gram.of(Gram.plain((int) Bytes.INT.get(bytes, i)));
      grams.computeIfAbsent(gram, none -> new ArrayList<>()).add(i);
    }
  }

  /**
   * The share of a log's places that lead to the trigger.
   *
   * @param k where in the trigger's places its grams begin
   * @param places those places
   * @param all those grams
   */
  float share(Trigger trigger, int k, ByteSet[] places, int[] all) {
    float guess = GUESS;
    for (int i = k; i < k + Gram.LENGTH; i++) {
      guess *= likelihood.of(places[i]);
    }
    float seen = 0;
    for (int gram : all) {
      for (int at : grams.getOrDefault(gram, List.of())) {
        int text = at - k + trigger.lead();
        seen += 2 * ASKED;
        seen += agrees(trigger, at, text) ? 1 : 0;
        seen += agrees(trigger, at - 2, text) ? 1 : 0;
      }
    }
    return guess + seen / 2 / bytes.length;
  }

  /** Whether the stretch that begins at {@code from} agrees with a text that begins at another. */
  private boolean agrees(Trigger trigger, int from, int text) {
    return trigger.agrees(Gram.plain((long) Bytes.LONG.get(bytes, from)), text - from);
  }
}
