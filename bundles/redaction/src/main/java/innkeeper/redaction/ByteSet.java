package innkeeper.redaction;

import java.util.Arrays;

/** Some of the 256 bytes: one place of a trigger's window. Equal sets are the same object. */
final class ByteSet {
  static final ByteSet ANY = new ByteSet();

  /** How common a byte is in logs: tiers by thousandths; a capital: 4; what is missing: 2. */
  private static final String[] COMMON = {" ", "etaoinsr", "ldcupmhg0123456789.", "fbywvkx:-/=_,"};

  private static final int[] TIERS = {110, 50, 25, 10};
  private static final float[] WEIGHT = new float[256];
  private static final ByteSet[] EXACT = new ByteSet[256];
  private static final ByteSet[] FOLDED = new ByteSet[256];
  private static final ByteSet[] NAMED = new ByteSet[128];

  static {
    Arrays.fill(WEIGHT, .0002f);
    Arrays.fill(WEIGHT, ' ', 0x7f, .002f);
    Arrays.fill(WEIGHT, 'A', 'Z' + 1, .004f);
    for (int tier = 0; tier < TIERS.length; tier++) {
      for (int i = 0; i < COMMON[tier].length(); i++) {
        WEIGHT[COMMON[tier].charAt(i)] = TIERS[tier] / 1000f;
      }
    }
    for (int c = 0; c < 256; c++) {
      ANY.add(c);
    }
  }

  /** Letters an escape or a percent code may end in. */
  private static final String ENDS_ESCAPE = "nrtabcdefABCDEF";

  final byte[] members = new byte[256];
  int size;
  private byte[] folds;

  /** How likely a byte of a log is in the set. */
  float weight;

  private void add(int c) {
    members[size++] = (byte) c;
    weight = Math.min(1, weight + WEIGHT[c]);
  }

  static ByteSet exact(byte b) {
    int c = b & 0xff;
    if (EXACT[c] == null) {
      EXACT[c] = new ByteSet();
      EXACT[c].add(c);
    }
    return EXACT[c];
  }

  /** The letter in both cases. */
  static ByteSet folded(byte b) {
    if (!Bytes.is(b, Bytes.ALPHA)) {
      return exact(b);
    }
    int c = b | 0x20;
    if (FOLDED[c] == null) {
      FOLDED[c] = new ByteSet();
      FOLDED[c].add(c);
      FOLDED[c].add(c & ~0x20);
    }
    return FOLDED[c];
  }

  /** Of a token's alphabet; it is made once for a trigger. */
  static ByteSet of(int classes) {
    ByteSet set = new ByteSet();
    for (int c = 0; c < 256; c++) {
      if (Bytes.is((byte) c, classes)) {
        set.add(c);
      }
    }
    return set;
  }

  /** The members but for case. */
  byte[] folded() {
    if (folds == null) {
      boolean[] in = new boolean[256];
      for (int i = 0; i < size; i++) {
        in[members[i] & 0xff | 0x20] = true;
      }
      byte[] out = new byte[size];
      int n = 0;
      for (int c = 0; c < 256; c++) {
        if (in[c]) {
          out[n++] = (byte) c;
        }
      }
      folds = Arrays.copyOf(out, n);
    }
    return folds;
  }

  /** A class that the catalogue names by a letter. */
  static ByteSet named(char name) {
    if (NAMED[name] == null) {
      NAMED[name] = make(name);
    }
    return NAMED[name];
  }

  private static ByteSet make(char name) {
    return switch (name) {
      case 'D' -> of(Bytes.DIGIT);
      case 'H' -> of(Bytes.HEX);
      case 'W' -> of(Bytes.TOKEN);
      case 'T' -> of(Bytes.TOKEN | Bytes.DOT | Bytes.TILDE);
      case 'L' -> of(Bytes.ALPHA);
      // What may begin a name before an address.
      case 'U' -> but(Bytes.BLANK | Bytes.QUOTE | Bytes.PLUS_SLASH, "+'%");
      // Behind a name's last word: no small letter, or the word would be a longer one.
      case 'O' -> but(Bytes.LOWER, "");
      // Before a word: no letter, but the last one of an escape or a percent code.
      case 'V' -> but(Bytes.ALPHA, ENDS_ESCAPE);
      // The same before a token; a terminal sequence ends in m.
      case 'B' -> but(Bytes.ALNUM, "nrtm0123456789abcdefABCDEF");
      // The same before two letters alone.
      case 'C' -> but(Bytes.ALNUM | Bytes.HIGH, "nrtm0123456789abcdefABCDEF");
      default -> ANY;
    };
  }

  static boolean endsEscape(byte b) {
    return ENDS_ESCAPE.indexOf(b) >= 0;
  }

  /** All but some classes' bytes, and those named. */
  private static ByteSet but(int classes, String named) {
    ByteSet set = new ByteSet();
    for (int c = 0; c < 256; c++) {
      if (!Bytes.is((byte) c, classes) || named.indexOf(c) >= 0) {
        set.add(c);
      }
    }
    return set;
  }
}
