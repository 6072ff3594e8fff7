package innkeeper.logging.record;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Whether any of some ASCII words stands in a text, in any case. */
public final class WordScan {

  /** By the hash of the first three letters. */
  private final byte[][][] words = new byte[1 << 12][][];

  /** Lower-case words of three letters and more. */
  public WordScan(String... all) {
    List<List<byte[]>> slots = new ArrayList<>();
    for (int i = 0; i < words.length; i++) {
      slots.add(new ArrayList<>());
    }
    for (String word : all) {
      byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
      slots.get(hash(bytes[0], bytes[1], bytes[2])).add(bytes);
    }
    for (int i = 0; i < words.length; i++) {
      words[i] = slots.get(i).isEmpty() ? null : slots.get(i).toArray(byte[][]::new);
    }
  }

  public boolean in(byte[] text, int from, int to) {
    for (int i = from; i + 2 < to; i++) {
      byte[][] slot = words[hash(text[i], text[i + 1], text[i + 2])];
      if (slot != null && any(slot, text, i, to)) {
        return true;
      }
    }
    return false;
  }

  /** The same of a text in memory. */
  boolean in(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return in(bytes, 0, bytes.length);
  }

  private static boolean any(byte[][] slot, byte[] text, int at, int to) {
    for (byte[] word : slot) {
      int i = 0;
      while (i < word.length && at + i < to && lower(text[at + i]) == word[i]) {
        i++;
      }
      if (i == word.length) {
        return true;
      }
    }
    return false;
  }

  /** Of the five bits in which letters of both cases agree, and a few of the rest. */
  private static int hash(byte a, byte b, byte c) {
    return (a & 31) | (b & 31) << 5 | (c & 3) << 10;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + 32 : b;
  }
}
