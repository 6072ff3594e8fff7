package innkeeper.redaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * The prefilter: of every trigger two neighbouring 4-grams, in lower case, are set in a bitmap of
 * 2^19 bits, so that looking at every second position finds each. A hit is confirmed in a small
 * table that leads back to the trigger.
 */
final class Grams {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final int WORDS = 1 << 13;
  private static final int SHIFT = 32 - 19;
  private static final int SLOTS = 2048;

  /** How common a byte is in logs: tiers by tenths of a percent; what is missing: 3. */
  private static final String[] COMMON = {" ", "etaoinsr", "ldcupmhg0123456789.", "fbywvkx:-/=_,"};

  private static final int[] TIERS = {110, 50, 25, 10};

  final long[] bitmap = new long[WORDS];

  /** By another hash: asked after a hit, so that chance alone rarely gets further. */
  private final long[] second = new long[WORDS];

  private final Trigger[] triggers;
  private final int[] slotKey = new int[SLOTS];
  private final int[] slotMask = new int[SLOTS];
  private final short[] slotHead = new short[SLOTS];
  private final short[] next;
  private final short[] entryTrigger;
  private final byte[] entryOffset;
  private int entries = 1;
  private int[] masks = new int[0];

  Grams(List<Trigger> all) {
    triggers = all.toArray(new Trigger[0]);
    int capacity = 2 * triggers.length + 1;
    next = new short[capacity];
    entryTrigger = new short[capacity];
    entryOffset = new byte[capacity];
    float[] weight = weights();
    for (int t = 0; t < triggers.length; t++) {
      add(t, weight);
    }
  }

  private static float[] weights() {
    float[] weight = new float[256];
    Arrays.fill(weight, 3);
    for (int tier = 0; tier < TIERS.length; tier++) {
      for (int i = 0; i < COMMON[tier].length(); i++) {
        weight[COMMON[tier].charAt(i) | 0x20] = TIERS[tier];
      }
    }
    return weight;
  }

  static int hash(int gram) {
    return (gram | 0x20202020) * 0x9E3779B1 >>> SHIFT;
  }

  private static int otherHash(int gram) {
    int x = (gram | 0x20202020) * 0x85EBCA6B;
    return (x ^ x >>> 15) * 0xC2B2AE35 >>> SHIFT;
  }

  /** Adds a text that is no trigger's, a literal's, to a bitmap; at least five bytes. */
  static void addLiteral(long[] bitmap, byte[] text) {
    int at = Math.max(0, (text.length - 5) / 2);
    set(bitmap, hash((int) INT.get(text, at)));
    set(bitmap, hash((int) INT.get(text, at + 1)));
  }

  static boolean hit(long[] bitmap, int gram) {
    int h = hash(gram);
    return (bitmap[h >>> 6] >>> h & 1) != 0;
  }

  private static void set(long[] bitmap, int hash) {
    bitmap[hash >>> 6] |= 1L << hash;
  }

  private void add(int trigger, float[] weight) {
    Trigger t = triggers[trigger];
    int n = t.left().length() + t.fold().length + t.right().length();
    byte[][] elements = new byte[n][];
    int e = 0;
    for (int i = 0; i < t.left().length(); i++) {
      elements[e++] = Classes.of(t.left().charAt(i));
    }
    for (byte b : t.fold()) {
      elements[e++] = new byte[] {b};
    }
    for (int i = 0; i < t.right().length(); i++) {
      elements[e++] = Classes.of(t.right().charAt(i));
    }
    float[] p = new float[n];
    for (int i = 0; i < n; i++) {
      for (byte b : elements[i]) {
        p[i] += weight[b & 0xff] / 1000;
      }
    }
    int best = 0;
    double bestCost = Double.MAX_VALUE;
    for (int k = 0; k + 5 <= n; k++) {
      double cost = cost(elements, p, k) + cost(elements, p, k + 1);
      if (cost < bestCost) {
        bestCost = cost;
        best = k;
      }
    }
    addWindow(trigger, elements, best, best - t.left().length());
    addWindow(trigger, elements, best + 1, best + 1 - t.left().length());
  }

  /** What a window costs: how often it hits, and how much of the bitmap it fills. */
  private static double cost(byte[][] elements, float[] p, int k) {
    double hits = 1;
    double bits = 1;
    for (int i = k; i < k + 4; i++) {
      hits *= p[i];
      bits *= elements[i].length;
    }
    return hits + bits * 2e-8;
  }

  private void addWindow(int trigger, byte[][] elements, int k, int offset) {
    int key = 0;
    int mask = 0;
    for (int i = 0; i < 4; i++) {
      if (elements[k + i].length == 1) {
        key |= (elements[k + i][0] & 0xff) << 8 * i;
        mask |= 0xff << 8 * i;
      }
    }
    for (byte a : elements[k]) {
      for (byte b : elements[k + 1]) {
        for (byte c : elements[k + 2]) {
          for (byte d : elements[k + 3]) {
            int gram = a & 0xff | (b & 0xff) << 8 | (c & 0xff) << 16 | d << 24;
            set(bitmap, hash(gram));
            set(second, otherHash(gram));
          }
        }
      }
    }
    int slot = slot(key, mask);
    slotKey[slot] = key;
    slotMask[slot] = mask;
    entryTrigger[entries] = (short) trigger;
    entryOffset[entries] = (byte) offset;
    next[entries] = slotHead[slot];
    slotHead[slot] = (short) entries++;
    for (int m : masks) {
      if (m == mask) {
        return;
      }
    }
    masks = Arrays.copyOf(masks, masks.length + 1);
    masks[masks.length - 1] = mask;
  }

  private int slot(int key, int mask) {
    int slot = (key ^ mask) * 0x85EBCA6B >>> 21;
    while (slotHead[slot] != 0 && (slotKey[slot] != key || slotMask[slot] != mask)) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }

  /** Whether the second bitmap, too, knows the gram. */
  boolean likely(int gram) {
    int h = otherHash(gram);
    return (second[h >>> 6] >>> h & 1) != 0;
  }

  /** Whether a trigger stands around the gram at {@code at}, within the bounds. */
  boolean confirms(byte[] b, int at, int from, int to) {
    return likely((int) INT.get(b, at)) && visit(b, at, from, to, null) != 0;
  }

  /**
   * Shows each trigger that stands around the gram at {@code at} to the visitor.
   *
   * @return the furthest position the visitor said to go on from, or {@code -1} if there is no
   *     visitor but a trigger, 0 if there is none
   */
  int visit(byte[] b, int at, int from, int to, Visitor visitor) {
    int gram = (int) INT.get(b, at) | 0x20202020;
    int resume = 0;
    for (int mask : masks) {
      int slot = slot(gram & mask, mask);
      for (int e = slotHead[slot]; e != 0; e = next[e]) {
        Trigger t = triggers[entryTrigger[e]];
        int start = at - entryOffset[e];
        if (t.matches(b, start, from, to)) {
          if (visitor == null) {
            if (Plausible.at(t, b, start, from, to)) {
              return -1;
            }
            continue;
          }
          resume = Math.max(resume, visitor.visit(t, start));
        }
      }
    }
    return resume;
  }

  /** Looks closer at a trigger's surroundings. */
  interface Visitor {
    /** Returns where to go on. */
    int visit(Trigger trigger, int at);
  }

  /** Classes of lower-cased bytes. */
  private static final class Classes {
    private static final byte[][] OF = new byte[128][];

    static byte[] of(char name) {
      if (OF[name] == null) {
        OF[name] = make(name);
      }
      return OF[name];
    }

    private static byte[] make(char name) {
      boolean[] in = new boolean[256];
      String chars =
          switch (name) {
            case 'D' -> "0123456789";
            case 'H' -> "0123456789abcdef";
            case 'W' -> "0123456789abcdefghijklmnopqrstuvwxyz-_";
            case 'Q' -> "0123456789abcdefghijklmnopqrstuvwxyz-_+/=";
            case 'O' -> "=:\"'\\ >_-.%]`\t,)0123456789\n\r\u00a0";
            case 'N' -> " \"=:(";
            case 'T' -> "0123456789abcdefghijklmnopqrstuvwxyz-_~.";
            case 'J' -> "_-. \"'&?;{([,<>/:\nt%=\\";
            case 'P' -> "_-. \"'&?;{([,<>/:\n%=\\abcdefghijklmnopqrstuvwxyz";
            case 'U' -> "abcdefghijklmnopqrstuvwxyz0123456789:%[_$";
            case 'E' -> "=:\"'\\ %>";
            case 'K' -> "abcdefghijklmnopqrstuvwxyz_-. %";
            default ->
                " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n\tntrmd02\u00bc\u00bd\u00ab\u00ac\u00ba";
          };
      for (int i = 0; i < chars.length(); i++) {
        in[chars.charAt(i) & 0xff | 0x20] = true;
      }
      if (name == 'X') {
        Arrays.fill(in, 0x20, 0x40, true);
        Arrays.fill(in, 0x60, 0x80, true);
        Arrays.fill(in, 0xa0, 0xb0, true);
      }
      byte[] out = new byte[256];
      int n = 0;
      for (int c = 0; c < 256; c++) {
        if (in[c]) {
          out[n++] = (byte) c;
        }
      }
      return Arrays.copyOf(out, n);
    }
  }
}
