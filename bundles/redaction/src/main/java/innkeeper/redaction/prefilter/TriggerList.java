package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The triggers of an index. Of those from a file, each is read when it is asked for: few are. */
final class TriggerList {
  /** So many numbers of a trigger stand in {@link #heads}, and which of them is what. */
  private static final int HEAD = 3;

  private static final int PLAIN = 1;
  private static final int MASK = 2;

  private final Trigger[] triggers;

  /**
   * Of each trigger: up to eight bytes of its text, the same in plain bytes, and which of their
   * bits count. They stand together, for a place in memory that was not looked at lately is slow.
   */
  private final long[] heads;

  /** Those from a file as they stand there, where each begins, and the sets around their texts. */
  private final byte[] written;

  private final int[] starts;
  private final List<ByteSet> sets;

  /** None. */
  TriggerList() {
    triggers = new Trigger[0];
    heads = new long[0];
    sets = List.of();
    starts = new int[0];
    written = new byte[0];
  }

  /** Those of a list and more. */
  TriggerList(TriggerList known, List<Trigger> more) {
    int first = known.size();
    triggers = Arrays.copyOf(known.triggers, first + more.size());
    heads = Arrays.copyOf(known.heads, HEAD * triggers.length);
    for (int i = first; i < triggers.length; i++) {
      triggers[i] = more.get(i - first);
      heads[HEAD * i] = triggers[i].head();
      heads[HEAD * i + PLAIN] = triggers[i].plainHead();
      heads[HEAD * i + MASK] = triggers[i].mask();
    }
    sets = known.sets;
    starts = known.starts;
    written = known.written;
  }

  /** One that {@link #write} wrote. */
  TriggerList(DataInput in) throws IOException {
    sets = ByteSet.readAll(in);
    heads = NumberArrays.longs(in);
    starts = NumberArrays.ints(in);
    written = NumberArrays.bytes(in);
    triggers = new Trigger[starts.length];
  }

  void write(DataOutput out) throws IOException {
    List<ByteSet> around = all().stream().flatMap(Trigger::sets).distinct().toList();
    int[] begins = new int[size()];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream texts = new DataOutputStream(bytes);
    for (int i = 0; i < begins.length; i++) {
      begins[i] = texts.size();
      get(i).write(texts, around);
    }
    ByteSet.writeAll(out, around);
    NumberArrays.write(out, heads);
    NumberArrays.write(out, begins);
    NumberArrays.write(out, bytes.toByteArray());
  }

  int size() {
    return triggers.length;
  }

  /** Always the same one. */
  Trigger get(int i) {
    Trigger known = triggers[i];
    return known == null ? read(i) : known;
  }

  private synchronized Trigger read(int i) {
    if (triggers[i] == null) {
      int from = starts[i];
      try {
        DataInput in =
            new DataInputStream(new ByteArrayInputStream(written, from, written.length - from));
        triggers[i] = Trigger.read(in, sets);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return triggers[i];
  }

  List<Trigger> all() {
    return Stream.iterate(0, i -> i < size(), i -> i + 1).map(this::get).toList();
  }

  /** Up to eight bytes of the text of one, but for what its mask leaves out. */
  long head(int i) {
    return heads[HEAD * i];
  }

  /** The same in plain bytes. */
  long plainHead(int i) {
    return heads[HEAD * i + PLAIN];
  }

  /** Which bits of a line's bytes tell that the head stands there. */
  long mask(int i) {
    return heads[HEAD * i + MASK];
  }
}
