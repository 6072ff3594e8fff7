package innkeeper.redaction.prefilter;

import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A text that may begin a secret or stand beside one, and what must stand around it. */
public final class Trigger {
  private static final ByteSet[] NOTHING = {};
  private static final ByteSet LINE_END = ByteSet.exact((byte) '\n');

  private final int rule;
  private final byte[] text;
  private final byte[] other;

  /** The text with zeros for digits, and which bits of a line's bytes tell whether it stands. */
  private final byte[] plain;

  private final byte[] masks;

  private final ByteSet[] before;
  private final ByteSet[] after;
  private final boolean inside;

  private Trigger(int rule, Literal literal, ByteSet[] before, ByteSet[] after, boolean inside) {
    this.rule = rule;
    text = literal.text();
    other = literal.other();
    plain = new byte[text.length];
    masks = new byte[text.length];
    for (int i = 0; i < text.length; i++) {
      masks[i] = (byte) ~(text[i] ^ other[i]);
      plain[i] = (byte) (Gram.plain(text[i] & 0xff) & masks[i]);
    }
    this.before = before;
    this.after = after;
    this.inside = inside;
  }

  /** One that {@link #write} wrote. */
  static Trigger read(DataInput in, List<ByteSet> known) throws IOException {
    int rule = in.readInt();
    Literal literal = new Literal(bytes(in), bytes(in));
    return new Trigger(rule, literal, sets(in, known), sets(in, known), in.readBoolean());
  }

  private static byte[] bytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static ByteSet[] sets(DataInput in, List<ByteSet> known) throws IOException {
    ByteSet[] sets = new ByteSet[in.readByte()];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = known.get(in.readShort());
    }
    return sets;
  }

  /** The sets around its text. */
  Stream<ByteSet> sets() {
    return Stream.concat(Stream.of(before), Stream.of(after));
  }

  void write(DataOutput out, List<ByteSet> known) throws IOException {
    out.writeInt(rule);
    for (byte[] bytes : new byte[][] {text, other}) {
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    for (ByteSet[] sets : new ByteSet[][] {before, after}) {
      out.writeByte(sets.length);
      for (ByteSet set : sets) {
        out.writeShort(known.indexOf(set));
      }
    }
    out.writeBoolean(inside);
  }

  /** What leads to the rule of that number; anything may stand around it. */
  public static Trigger of(int rule, Literal text) {
    return new Trigger(rule, text, NOTHING, NOTHING, false);
  }

  /** The same with what must stand directly before it, unless the line begins there. */
  public Trigger before(ByteSet... sets) {
    return new Trigger(rule, new Literal(text, other), sets, after, false);
  }

  /** The same with what must stand directly before it; the line may not begin there. */
  public Trigger inside(ByteSet... sets) {
    return new Trigger(rule, new Literal(text, other), sets, after, true);
  }

  /** The same with what must stand directly behind it, unless the line ends there. */
  public Trigger after(ByteSet... sets) {
    return new Trigger(rule, new Literal(text, other), before, sets, inside);
  }

  /** The number of the rule that looks closer. */
  public int rule() {
    return rule;
  }

  public int length() {
    return text.length;
  }

  /** Its bytes; not to be changed. */
  public byte[] text() {
    return text;
  }

  /** How many places stand before the text in {@link #places}. */
  int lead() {
    return Math.max(1, before.length);
  }

  /** Whether what must stand before it stands in the same line. */
  boolean inside() {
    return inside;
  }

  /** What may stand at each place, at least one before the text and one behind it. */
  ByteSet[] places() {
    int lead = lead();
    ByteSet[] places = new ByteSet[lead + text.length + Math.max(1, after.length)];
    Arrays.fill(places, ByteSet.ANY);
    System.arraycopy(before, 0, places, 0, before.length);
    if (!inside) {
      places[lead - 1] = places[lead - 1].or(LINE_END);
    }
    for (int i = 0; i < text.length; i++) {
      places[lead + i] = ByteSet.exact(text[i]).or(ByteSet.exact(other[i]));
    }
    System.arraycopy(after, 0, places, lead + text.length, after.length);
    return places;
  }

  /** Up to eight bytes of its text but for what the mask leaves out, the first of them last. */
  long head() {
    return first(text) & mask();
  }

  /** The same in plain bytes. */
  long plainHead() {
    return first(plain);
  }

  /** Which bits of a line's bytes tell that the text's head stands there. */
  long mask() {
    return first(masks);
  }

  private static long first(byte[] bytes) {
    return (long) Bytes.LONG.get(Arrays.copyOf(bytes, Gram.STRETCH), 0);
  }

  /** Whether it may stand in plain bytes, with its text at {@code at} or beyond them. */
  boolean agrees(long bytes, int at) {
    int to = Math.min(Gram.STRETCH, at + text.length);
    for (int i = Math.max(0, at); i < to; i++) {
      if (((byte) (bytes >>> 8 * i) & masks[i - at]) != plain[i - at]) {
        return false;
      }
    }
    return agreesBefore(bytes, at) && agreesAfter(bytes, at + text.length);
  }

  private boolean agreesBefore(long bytes, int at) {
    int first = Math.max(0, at - before.length);
    for (int i = Math.min(Gram.STRETCH, at) - 1; i >= first; i--) {
      byte b = (byte) (bytes >>> 8 * i);
      if (b == '\n') {
        return !inside;
      }
      if (!Gram.alike(before[before.length + i - at], b)) {
        return false;
      }
    }
    return true;
  }

  private boolean agreesAfter(long bytes, int end) {
    int last = Math.min(Gram.STRETCH, end + after.length);
    for (int i = Math.max(0, end); i < last; i++) {
      byte b = (byte) (bytes >>> 8 * i);
      if (b == '\n' || b == '\r') {
        return true;
      }
      if (!Gram.alike(after[i - end], b)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the text stands at {@code at}. */
  boolean stands(byte[] b, int at, int from, int to) {
    return at >= from && at + text.length <= to && begins(b, at, text.length);
  }

  /** Whether so many bytes of the text stand at {@code at}, which are there. */
  public boolean begins(byte[] b, int at, int length) {
    for (int i = 0; i < length; i++) {
      if (b[at + i] != text[i] && b[at + i] != other[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether what must stand around the text at {@code at} does, in the line between the bounds. */
  public boolean fits(byte[] b, int at, int from, int to) {
    int first = at - before.length;
    int end = at + text.length;
    return !(inside && first < from)
        && all(before, b, first, from, at)
        && all(after, b, end, end, to);
  }

  /** Whether the bytes from {@code first} on are in the sets, those between the bounds. */
  private static boolean all(ByteSet[] sets, byte[] b, int first, int from, int to) {
    int last = Math.min(to, first + sets.length);
    for (int i = Math.max(first, from); i < last; i++) {
      if (!sets[i - first].has(b[i])) {
        return false;
      }
    }
    return true;
  }

  /** The text as people read it. */
  @Override
  public String toString() {
    return new String(text, java.nio.charset.StandardCharsets.UTF_8);
  }
}
