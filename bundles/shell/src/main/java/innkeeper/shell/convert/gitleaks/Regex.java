package innkeeper.shell.convert.gitleaks;

import java.util.BitSet;
import java.util.List;

/** A part of a regular expression, as far as it tells which bytes stand where. */
sealed interface Regex {
  int UNBOUNDED = 1 << 20;

  /** So many bytes of a set. */
  record Run(BitSet bytes, int least, int most) implements Regex {
    /** Whether it is one text only, but for the case of its letters. */
    boolean literal() {
      if (least != most) {
        return false;
      }
      int first = bytes.nextSetBit(0);
      return bytes.cardinality() == 1 || anyCase() && Character.isLetter(first);
    }

    /** Whether it is a letter in both cases. */
    boolean anyCase() {
      int first = bytes.nextSetBit(0);
      return bytes.cardinality() == 2 && first < 0x80 && bytes.get(first | 0x20) && first < 'a';
    }
  }

  /** Parts in a row. */
  record Sequence(List<Regex> parts) implements Regex {}

  /** One of several parts. */
  record Choice(List<Regex> parts) implements Regex {}

  record Repeat(Regex part, int least, int most) implements Regex {}

  /** A group whose text can be asked for. */
  record Capture(Regex part) implements Regex {}

  /** A place without a text of its own. */
  enum Mark implements Regex {
    /** Only where a word begins or ends, or the text does. */
    BOUNDARY,
    CAPTURE_BEGIN,
    CAPTURE_END
  }

  /** The bytes, least and most length of all that the part matches. */
  static Run summary(Regex regex) {
    if (regex instanceof Run run) {
      return run;
    }
    if (regex instanceof Capture capture) {
      return summary(capture.part());
    }
    if (regex instanceof Repeat repeat) {
      Run one = summary(repeat.part());
      return new Run(
          one.bytes(), times(one.least(), repeat.least()), times(one.most(), repeat.most()));
    }
    BitSet bytes = new BitSet();
    int least = 0;
    int most = 0;
    if (regex instanceof Sequence sequence) {
      for (Regex part : sequence.parts()) {
        Run one = summary(part);
        bytes.or(one.bytes());
        least += one.least();
        most = Math.min(UNBOUNDED, most + one.most());
      }
    } else if (regex instanceof Choice choice) {
      least = UNBOUNDED;
      for (Regex part : choice.parts()) {
        Run one = summary(part);
        bytes.or(one.bytes());
        least = Math.min(least, one.least());
        most = Math.max(most, one.most());
      }
    }
    return new Run(bytes, least, most);
  }

  private static int times(int length, int count) {
    return (int) Math.min(UNBOUNDED, (long) length * count);
  }
}
