package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.prefilter.LiteralFilter;
import innkeeper.redaction.prefilter.WindowSet;
import innkeeper.redaction.text.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Registered values in all their encodings, in a sorted list. A thousand values have fifty thousand
 * encodings; an automaton over all their bytes would take hundreds of MiB. What is found never
 * changes; one thread at a time makes more of it.
 */
public final class RegisteredValues {
  public static final RegisteredValues NONE = none(RuleSet.REGISTERED);

  /** Of those that an output taught. */
  public static final RegisteredValues NONE_LEARNED = none(RuleSet.LEARNED);

  /** Bytes that are compared for each byte of a line, at most: values that repeat themselves. */
  private static final int MOST_COMPARED = 64;

  private static final long ALWAYS_COMPARED = 1 << 20;
  private static final int STEP = LiteralFilter.STEP;

  /** The number of the row that what is found is counted for. */
  private final int row;

  /** In the order of their unsigned bytes, each once. */
  private final byte[][] forms;

  /** Forms that line ends may break. */
  private final Fragments fragments;

  private final LiteralFilter filter;

  /** The first four bytes. */
  private final WindowSet heads;

  private final int longest;

  private RegisteredValues(
      int row,
      byte[][] forms,
      Fragments fragments,
      LiteralFilter filter,
      WindowSet heads,
      int longest) {
    this.row = row;
    this.forms = forms;
    this.fragments = fragments;
    this.filter = filter;
    this.heads = heads;
    this.longest = longest;
  }

  private static RegisteredValues none(int row) {
    return new RegisteredValues(
        row, new byte[0][], Fragments.NONE, LiteralFilter.NONE, WindowSet.forSize(0), 0);
  }

  /** These and more, which no line ends break. */
  public RegisteredValues and(Collection<byte[]> more) {
    return and(more, List.of());
  }

  /**
   * These and more. Both share what passes over lines: one thread at a time may ask.
   *
   * @param broken those among them whose parts are looked for too
   */
  public RegisteredValues and(Collection<byte[]> more, Collection<byte[]> broken) {
    TreeSet<byte[]> added = new TreeSet<>(Arrays::compareUnsigned);
    added.addAll(more);
    byte[][] allForms = merged(added);
    List<byte[]> all = Arrays.asList(allForms);
    WindowSet room = heads.roomFor(added.size());
    WindowSet allHeads = room == null ? WindowSet.forSize(2 * all.size()) : room;
    for (byte[] form : room == null ? all : added) {
      allHeads.add((int) Bytes.INT.get(form, 0));
    }
    Fragments allFragments = fragments.and(broken);
    int most = added.stream().mapToInt(form -> form.length).max().orElse(0);
    return new RegisteredValues(
        row,
        allForms,
        allFragments,
        filter.and(added, broken, all, allFragments.forms()),
        allHeads,
        Math.max(longest, most));
  }

  /** Whether a form is just this text. */
  public boolean has(byte[] text) {
    return Arrays.binarySearch(forms, text, Arrays::compareUnsigned) >= 0;
  }

  private byte[][] merged(TreeSet<byte[]> added) {
    List<byte[]> all = new ArrayList<>(forms.length + added.size());
    int done = 0;
    for (byte[] form : added) {
      int at = Arrays.binarySearch(forms, form, Arrays::compareUnsigned);
      if (at < 0) {
        all.addAll(Arrays.asList(forms).subList(done, -at - 1));
        all.add(form);
        done = -at - 1;
      }
    }
    all.addAll(Arrays.asList(forms).subList(done, forms.length));
    return all.toArray(byte[][]::new);
  }

  /** Whether a form may begin at that place, where four bytes are; quick. */
  public boolean mayBegin(byte[] b, int at) {
    return heads.has((int) Bytes.INT.get(b, at));
  }

  public boolean isEmpty() {
    return forms.length == 0;
  }

  /** Bytes of all encodings, for tests of size. */
  public long size() {
    return Arrays.stream(forms).mapToLong(form -> form.length).sum();
  }

  /** Where in whole lines a form begins, or may begin; {@code -1} if none does. */
  public int next(byte[] b, int from, int to) {
    int near = filter.next(b, from, to);
    if (near < 0) {
      return -1;
    }
    Search search = new Search(b, from, to);
    int looked = from;
    while (near >= 0) {
      int end = Math.min(near + LiteralFilter.NEAREST, to - Encodings.SHORTEST) + 1;
      for (int i = Math.max(looked, near - LiteralFilter.FURTHEST); i < end; i++) {
        if (mayBegin(b, i) && (search.at(i) > 0 || search.isLong())) {
          return i;
        }
      }
      looked = Math.max(looked, end);
      if (fragments.around(b, near, from, to) != 0) {
        return near;
      }
      near = filter.next(b, near + STEP, to);
    }
    return -1;
  }

  /** Marks every occurrence in the line; what an unfinished line ends in the midst of is open. */
  void find(Line l) {
    int first = l.whole ? next(l.b, l.from, l.to) : l.from;
    if (first < 0) {
      return;
    }
    l.rule = row;
    Search search = new Search(l.b, l.from, l.to);
    int end = l.to - Encodings.SHORTEST;
    for (int i = first; i <= end; i++) {
      if (mayBegin(l.b, i)) {
        int length = search.at(i);
        if (length > 0) {
          l.secret(i, i + length);
        } else if (search.isLong()) {
          // Nobody may print what keeps this machine busy for long.
          l.secret(i, l.to);
          return;
        }
      }
    }
    for (int i = filter.next(l.b, l.from, l.to); i >= 0; i = filter.next(l.b, i + STEP, l.to)) {
      long part = fragments.around(l.b, i, l.from, l.to);
      l.secret((int) (part >>> Integer.SIZE), (int) part);
    }
    for (int i = Math.max(l.from, l.to - longest + 1); !l.whole && i < l.to; i++) {
      if ((i + 4 > l.to || mayBegin(l.b, i)) && search.begins(i)) {
        l.open(i);
        return;
      }
    }
  }

  /** One look at one line, or at several. */
  private final class Search {
    private final byte[] b;
    private final int to;
    private final long most;
    private long compared;

    Search(byte[] bytes, int from, int end) {
      b = bytes;
      to = end;
      most = ALWAYS_COMPARED + (long) MOST_COMPARED * (end - from);
    }

    /** Whether it took so long that it is to end. */
    boolean isLong() {
      return compared > most;
    }

    /** Length of the longest form that stands at a place; 0 if none does. */
    int at(int from) {
      int end = to;
      while (end - from >= Encodings.SHORTEST && !isLong()) {
        // Of all forms that are not behind the text, the last is the one that shares most with it.
        int last = after(from, end) - 1;
        if (last < 0) {
          return 0;
        }
        int same = same(forms[last], from, end);
        if (same == forms[last].length) {
          return same;
        }
        end = from + same;
      }
      return 0;
    }

    /** Whether a form begins with all that stands from a place to the line's end, and goes on. */
    boolean begins(int from) {
      int next = after(from, to);
      return next < forms.length && same(forms[next], from, to) == to - from;
    }

    /** The number of the first form behind the text. */
    private int after(int from, int end) {
      int low = 0;
      int high = forms.length;
      while (low < high) {
        int middle = low + high >>> 1;
        if (behind(forms[middle], from, end)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    private boolean behind(byte[] form, int from, int end) {
      int same = same(form, from, end);
      if (same == form.length) {
        return false;
      }
      return from + same == end || (form[same] & 0xff) > (b[from + same] & 0xff);
    }

    private int same(byte[] form, int from, int end) {
      int n = Math.min(form.length, end - from);
      int differs = Arrays.mismatch(form, 0, n, b, from, from + n);
      int same = differs < 0 ? n : differs;
      compared += same;
      return same;
    }
  }
}
