package innkeeper.redaction.value;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Which words stand in which lists, by 64-bit hash of their lower-case bytes. */
public final class Words {
  private static final int SLOTS = 4096;
  private static final int LONGEST = 24;
  private static final long START = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private final long[] hashes = new long[SLOTS];
  private final int[] lists = new int[SLOTS];

  /** What words end in, by its last letter. */
  private final Ending[][] endings = new Ending[128][];

  private record Ending(String text, int bit) {}

  Words(List<Row> rows, Map<String, WordList> byId) {
    for (Row row : rows) {
      WordList list = byId.get(row.cell("list"));
      if (list == null) {
        throw row.error("there is no list " + row.cell("list"));
      }
      for (String word : row.words("words")) {
        if (word.startsWith("*")) {
          ending(new Ending(word.substring(1), list.bit));
        } else {
          put(word, list.bit);
        }
      }
    }
  }

  private void ending(Ending ending) {
    int last = ending.text.charAt(ending.text.length() - 1);
    Ending[] same = endings[last] == null ? new Ending[0] : endings[last];
    endings[last] = Arrays.copyOf(same, same.length + 1);
    endings[last][same.length] = ending;
  }

  private void put(String word, int bit) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    long hash = hash(START, bytes, 0, bytes.length);
    int slot = slot(hash);
    hashes[slot] = hash;
    lists[slot] |= bit;
  }

  private int slot(long hash) {
    int slot = (int) (hash >>> 40) & SLOTS - 1;
    while (hashes[slot] != 0 && hashes[slot] != hash) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }

  /** The bits of the lists that the word stands in, in any case; 0 if in none. */
  public int lists(byte[] b, int from, int to) {
    if (from >= to || to - from > LONGEST) {
      return 0;
    }
    return of(hash(START, b, from, to));
  }

  /** The same of two words, which a list joins by a plus. */
  public int lists(byte[] b, int from, int to, int secondFrom, int secondTo) {
    return of(hash((hash(START, b, from, to) ^ '+') * PRIME, b, secondFrom, secondTo));
  }

  private static long hash(long start, byte[] b, int from, int to) {
    long hash = start;
    for (int i = from; i < to; i++) {
      hash = (hash ^ Bytes.lower(b[i]) & 0xff) * PRIME;
    }
    return hash;
  }

  private int of(long hash) {
    int slot = slot(hash);
    return hashes[slot] == hash ? lists[slot] : 0;
  }

  /** The bits of the lists that have, with a star before it, what the word ends in. */
  int endings(byte[] b, int from, int to) {
    byte last = Bytes.lower(b[to - 1]);
    Ending[] same = last < 0 ? null : endings[last];
    if (same == null) {
      return 0;
    }
    int bits = 0;
    for (Ending ending : same) {
      int at = to - ending.text.length();
      boolean ends = at >= from && Bytes.atIgnoreCase(b, at, to, ending.text);
      bits |= ends ? ending.bit : 0;
    }
    return bits;
  }

  public boolean in(WordList list, byte[] b, int from, int to) {
    return (lists(b, from, to) & list.bit) != 0;
  }
}
