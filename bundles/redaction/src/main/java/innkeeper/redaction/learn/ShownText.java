package innkeeper.redaction.learn;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * Samples of what a log has shown lately: its beginning, then a part of each KiB. They follow from
 * the bytes alone, not from the pieces they come in. Single-threaded.
 */
public final class ShownText {
  private static final int SIZE = 32 * 1024;
  private static final int STEP = 1024;
  private static final int SAMPLE = 256;

  /** Looking takes some microseconds: so many looks, then one more for each so many bytes. */
  private static final int LOOKS = 256;

  private static final int BYTES_A_LOOK = 256 * 1024;

  private byte[] samples = {};
  private int used;
  private long passed;
  private long looks;

  /** What goes into the log. */
  public void add(byte[] b, int from, int to) {
    int at = from;
    while (at < to) {
      int within = (int) (passed % STEP);
      boolean sampled = passed < SIZE || within < SAMPLE;
      int length = Math.min(to - at, (sampled && passed >= SIZE ? SAMPLE : STEP) - within);
      if (sampled) {
        sample(b, at, length);
      }
      at += length;
      passed += length;
    }
  }

  private void sample(byte[] b, int from, int length) {
    if (samples.length == 0) {
      samples = new byte[SIZE];
    }
    int room = used % SIZE;
    int first = Math.min(length, SIZE - room);
    System.arraycopy(b, from, samples, room, first);
    System.arraycopy(b, from + first, samples, 0, length - first);
    used = used + length < 2 * SIZE ? used + length : used + length - SIZE;
  }

  /** Whether one more look is not too dear. */
  public boolean affordsLook() {
    return looks - passed / BYTES_A_LOOK < LOOKS;
  }

  /** Whether a text stands in the samples, but for case. */
  public boolean has(byte[] b, int from, int to) {
    looks = Math.max(looks, passed / BYTES_A_LOOK) + 1;
    return lower(samples, 0, Math.min(used, SIZE)).contains(lower(b, from, to));
  }

  private static String lower(byte[] b, int from, int to) {
    byte[] lower = new byte[to - from];
    for (int i = from; i < to; i++) {
      lower[i - from] = Bytes.lower(b[i]);
    }
    return new String(lower, StandardCharsets.ISO_8859_1);
  }
}
