package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** How likely a byte of a log is in a set. */
final class Likelihood {
  /** How common a byte is: tiers by thousandths; a capital: 4; what is missing: 2. */
  private static final String[] COMMON = {" ", "etaoinsr", "ldcupmhg0123456789.", "fbywvkx:-/=_,"};

  private static final int[] TIERS = {110, 50, 25, 10};
  private static final float[] OF_BYTE = new float[256];

  static {
    Arrays.fill(OF_BYTE, .0002f);
    Arrays.fill(OF_BYTE, ' ', 0x7f, .002f);
    Arrays.fill(OF_BYTE, 'A', 'Z' + 1, .004f);
    for (int tier = 0; tier < TIERS.length; tier++) {
      for (int i = 0; i < COMMON[tier].length(); i++) {
        OF_BYTE[COMMON[tier].charAt(i)] = TIERS[tier] / 1000f;
      }
    }
  }

  private final Map<ByteSet, Float> known = new HashMap<>();

  static float of(byte b) {
    return OF_BYTE[b & 0xff];
  }

  /** How likely a byte is in a set, or like one of it in a gram. */
  float of(ByteSet set) {
    return known.computeIfAbsent(set, Likelihood::sum);
  }

  private static float sum(ByteSet set) {
    ByteSet alike = ByteSet.none();
    for (byte b : Gram.bytes(set)) {
      alike = alike.or(ByteSet.exact(b));
    }
    float sum = 0;
    for (byte b : ByteSet.ANY.members()) {
      sum += alike.has(Gram.of(b)) ? of(b) : 0;
    }
    return Math.min(1, sum);
  }
}
