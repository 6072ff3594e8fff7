package innkeeper.records.report;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Searches a text for ASCII words, without regard to case. */
public final class WordScan {

  /** A bit for each number of three first letters that a word has. */
  private final long[] begins = new long[1 << 9];

  /** The words by the numbers of their first three letters. */
  private final Map<Integer, List<byte[]>> words = new HashMap<>();

  /** Creates a search for lower-case words of at least three letters. */
  public WordScan(String... all) {
    for (String word : all) {
      byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
      int number = next(next(next(0, bytes[0]), bytes[1]), bytes[2]);
      begins[number >> 6] |= 1L << number;
      words.computeIfAbsent(number, n -> new ArrayList<>()).add(bytes);
    }
  }

  public boolean in(byte[] text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = next(number, text[i]);
      boolean begins = (this.begins[number >> 6] & 1L << number) != 0 && i >= from + 2;
      if (begins && any(words.get(number), text, i - 2, to)) {
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

  private static boolean any(List<byte[]> words, byte[] text, int at, int to) {
    for (byte[] word : words) {
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
   * Returns the number of the last three letters: the five low bits of each, which are equal in
   * both cases.
   */
  private static int next(int number, byte letter) {
    return number >> 5 | (letter & 31) << 10;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + 32 : b;
  }
}
