package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Parts of values' forms that line ends break, as {@code base64} breaks its output after 76 bytes.
 * A part is known by where it stands: it touches its line's beginning or end. Immutable.
 */
final class Fragments {
  static final Fragments NONE = new Fragments(new byte[0][], new long[0]);

  /** Shorter ones are not looked for: what looks for literals does not see all of them. */
  static final int SHORTEST = 15;

  /** So many blanks and signs may stand between a line's bounds and the part. */
  private static final String MARGIN = "[^\\n{alnum}]{0,32}";

  private static final Pattern BEGINS = Values.before("(^ | \"\\n\") " + MARGIN);
  private static final Pattern ENDS = Values.after(MARGIN + " (\"\\n\" | $)");

  private final byte[][] forms;

  /** All that forms end in, in the order of the bytes: a form's number and an offset in it. */
  private final long[] ends;

  private Fragments(byte[][] forms, long[] ends) {
    this.forms = forms;
    this.ends = ends;
  }

  /** These and more. */
  Fragments and(Collection<byte[]> more) {
    if (more.isEmpty()) {
      return this;
    }
    List<byte[]> all = new ArrayList<>(Arrays.asList(forms));
    List<Long> added = new ArrayList<>();
    for (byte[] form : more) {
      for (long offset = 0; offset + Long.BYTES <= form.length; offset++) {
        added.add((long) all.size() << Integer.SIZE | offset);
      }
      all.add(form);
    }
    Fragments grown = new Fragments(all.toArray(byte[][]::new), new long[0]);
    added.sort(grown::compare);
    long[] merged = new long[ends.length + added.size()];
    int known = 0;
    for (int i = 0, next = 0; i < merged.length; i++) {
      boolean old =
          next == added.size()
              || known < ends.length && grown.compare(ends[known], added.get(next)) <= 0;
      merged[i] = old ? ends[known++] : added.get(next++);
    }
    return new Fragments(grown.forms, merged);
  }

  private int compare(long one, long other) {
    byte[] a = form(one);
    byte[] b = form(other);
    return Arrays.compareUnsigned(a, (int) one, a.length, b, (int) other, b.length);
  }

  private byte[] form(long end) {
    return forms[(int) (end >>> Integer.SIZE)];
  }

  Collection<byte[]> forms() {
    return Arrays.asList(forms);
  }

  /**
   * The part that eight bytes from {@code at} on belong to.
   *
   * @return its two bounds, the first one in the upper half; 0 if there is none
   */
  long around(byte[] b, int at, int from, int to) {
    if (ends.length == 0 || at + Long.BYTES > to) {
      return 0;
    }
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = low + high >>> 1;
      byte[] form = form(ends[middle]);
      if (Arrays.compareUnsigned(form, (int) ends[middle], form.length, b, at, to) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    long before = low > 0 ? run(b, at, from, to, ends[low - 1]) : 0;
    long after = low < ends.length ? run(b, at, from, to, ends[low]) : 0;
    return Math.max(before, after);
  }

  private long run(byte[] b, int at, int from, int to, long end) {
    byte[] form = form(end);
    int offset = (int) end;
    int differs = Arrays.mismatch(form, offset, form.length, b, at, to);
    int last = at + (differs < 0 ? Math.min(form.length - offset, to - at) : differs);
    int first = at;
    while (first > from && offset > 0 && b[first - 1] == form[offset - 1]) {
      first--;
      offset--;
    }
    if (last - first < SHORTEST || last - at < Long.BYTES) {
      return 0;
    }
    LineText line = new LineText();
    line.reset(b, from, to);
    boolean alone = BEGINS.matches(line, first) || ENDS.matches(line, last);
    return alone ? (long) first << Integer.SIZE | last : 0;
  }
}
