package innkeeper.redaction.prefilter;

import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.text.ByteSet;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A text that may begin a secret or stand beside one, and what must stand around it. */
public final class Trigger {
  private static final ByteSet[] NOTHING = {};

  private final int rule;
  private final byte[] text;
  private final byte[] other;
  private final ByteSet[] before;
  private final ByteSet[] after;
  private final boolean inside;

  private Trigger(int rule, Literal literal, ByteSet[] before, ByteSet[] after, boolean inside) {
    this.rule = rule;
    text = literal.text();
    other = literal.other();
    this.before = before;
    this.after = after;
    this.inside = inside;
  }

  /** One that {@link #write} wrote. */
  static Trigger read(DataInput in) throws IOException {
    int rule = in.readInt();
    byte[] text = bytes(in);
    byte[] other = bytes(in);
    return new Trigger(rule, new Literal(text, other), sets(in), sets(in), in.readBoolean());
  }

  private static byte[] bytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static ByteSet[] sets(DataInput in) throws IOException {
    ByteSet[] sets = new ByteSet[in.readInt()];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = ByteSet.read(in);
    }
    return sets;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(rule);
    for (byte[] bytes : new byte[][] {text, other}) {
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    for (ByteSet[] sets : new ByteSet[][] {before, after}) {
      out.writeInt(sets.length);
      for (ByteSet set : sets) {
        set.write(out);
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

  int lead() {
    return before.length;
  }

  /** What may stand at each place, from what stands before the text on; so many places at least. */
  ByteSet[] places(int least) {
    int n = before.length + text.length + after.length;
    ByteSet[] places = new ByteSet[Math.max(n, least)];
    java.util.Arrays.fill(places, ByteSet.ANY);
    System.arraycopy(before, 0, places, 0, before.length);
    for (int i = 0; i < text.length; i++) {
      places[before.length + i] = ByteSet.exact(text[i]).or(ByteSet.exact(other[i]));
    }
    System.arraycopy(after, 0, places, before.length + text.length, after.length);
    return places;
  }

  /** Whether the text stands at {@code at}. */
  boolean stands(byte[] b, int at, int from, int to) {
    if (at < from || at + text.length > to) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
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
