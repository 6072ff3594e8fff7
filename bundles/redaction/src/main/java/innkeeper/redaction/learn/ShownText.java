package innkeeper.redaction.learn;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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

  /** A ring, in lower case as far as somebody has looked. */
  private byte[] samples = {};

  private long sampled;
  private long lowered;
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
    int room = (int) (sampled % SIZE);
    int first = Math.min(length, SIZE - room);
    System.arraycopy(b, from, samples, room, first);
    System.arraycopy(b, from + first, samples, 0, length - first);
    sampled += length;
  }

  /** Whether one more look is not too dear. */
  public boolean affordsLook() {
    return looks - passed / BYTES_A_LOOK < LOOKS;
  }

  /** Whether a text stands in the samples, but for case. */
  public boolean has(byte[] b, int from, int to) {
    looks = Math.max(looks, passed / BYTES_A_LOOK) + 1;
    for (long at = Math.max(lowered, sampled - SIZE); at < sampled; at++) {
      int place = (int) (at % SIZE);
      samples[place] = Bytes.lower(samples[place]);
    }
    lowered = sampled;
    byte[] text = Arrays.copyOfRange(b, from, to);
    for (int i = 0; i < text.length; i++) {
      text[i] = Bytes.lower(text[i]);
    }
    return latin1(samples, (int) Math.min(sampled, SIZE)).contains(latin1(text, text.length));
  }

  private static String latin1(byte[] b, int length) {
    return new String(b, 0, length, StandardCharsets.ISO_8859_1);
  }
}
