package innkeeper.records.report;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Searches a text for ASCII words, without regard to case. */
public final class WordScan {

  /** The words, by the hash of their first three letters. */
  private final byte[][][] words = new byte[1 << 12][][];

  /** Creates a search for lower-case words of at least three letters. */
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

  /** Returns whether a text in memory contains one of the words. */
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

  /**
   * Returns a hash of the five low bits of the first two letters, which are equal in both cases,
   * and of two bits of the third letter.
   */
  private static int hash(byte a, byte b, byte c) {
    return (a & 31) | (b & 31) << 5 | (c & 3) << 10;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + 32 : b;
  }
}
