package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * What is known of a part of a pattern before it is matched.
 *
 * @param first what the part may begin with
 * @param optional whether the part may be nothing at all
 * @param leading what must stand at the places the part begins with
 * @param ofToken whether the part may take bytes of tokens and nothing else; told too often rather
 *     than too seldom
 * @param takes how many bytes the part takes if it decides by what follows alone, else {@link
 *     #UNKNOWN}
 * @param surely the bytes that such a part takes whatever follows them
 */
record NodeFacts(
    ByteSet first, boolean optional, Leading leading, boolean ofToken, int takes, ByteSet surely) {

  /** Tells what must stand at the places a part begins with, as far as that can be told. */
  interface Leading {
    /**
     * Enters what must stand at the places from {@code told} on; what is entered there already
     * holds as well.
     *
     * @return the places told so far, or {@code -told - 1} if no more can be told
     */
    int tell(ByteSet[] places, int told);
  }

  /** What words are made of. */
  private static final ByteSet TOKEN = ByteSet.of(Bytes.TOKEN);

  private static final int UNKNOWN = -1;
  private static final ByteSet NO_BYTE = ByteSet.none();
  private static final Leading NO_MORE = (places, told) -> -told - 1;
  private static final Leading NOTHING = (places, told) -> told;

  static final NodeFacts START = empty(NO_MORE, true);

  /** Of a text's beginning that is come to from behind: no byte stands before it. */
  static final NodeFacts START_BEFORE = empty(NO_MORE, true);

  static final NodeFacts END = empty(NO_MORE, true);
  static final NodeFacts NEAR = empty(NOTHING, true);
  static final NodeFacts QUOTE_OPEN =
      any(ByteSet.of(Bytes.QUOTE).or(ByteSet.exact((byte) '\\')), false, false);
  static final NodeFacts QUOTE_TEXT = any(ByteSet.ANY, true, true);
  static final NodeFacts QUOTE_CLOSE = any(ByteSet.ANY, false, true);

  /** Of a part that takes nothing. */
  private static NodeFacts empty(Leading leading, boolean ofToken) {
    return new NodeFacts(NO_BYTE, true, leading, ofToken, UNKNOWN, NO_BYTE);
  }

  /** Of a part of which no more is known. */
  private static NodeFacts any(ByteSet first, boolean optional, boolean ofToken) {
    return new NodeFacts(first, optional, NO_MORE, ofToken, UNKNOWN, NO_BYTE);
  }

  /** One byte after the other, read from the place the part is matched at. */
  static NodeFacts literal(ByteSet... bytes) {
    Leading leading = (places, told) -> fill(places, told, bytes.length, i -> bytes[i]);
    boolean ofToken = Stream.of(bytes).allMatch(TOKEN::meets);
    return new NodeFacts(bytes[0], false, leading, ofToken, UNKNOWN, NO_BYTE);
  }

  /** Of a run; a run before a place is never taken byte by byte. */
  static NodeFacts run(ByteSet set, int least, int most, boolean before) {
    Leading leading =
        (places, told) -> {
          int next = fill(places, told, least, i -> set);
          return next < 0 || least == most ? next : -next - 1;
        };
    boolean ofToken = least == 0 || set.meets(TOKEN);
    boolean one = !before && least == 1 && most == 1;
    return new NodeFacts(set, least == 0, leading, ofToken, one ? 1 : UNKNOWN, set);
  }

  private static int fill(ByteSet[] places, int from, int count, IntFunction<ByteSet> bytes) {
    int to = Math.min(places.length, from + count);
    for (int i = from; i < to; i++) {
      ByteSet set = bytes.apply(i - from);
      if (set != null) {
        places[i] = places[i] == null ? set : places[i].and(set);
      }
    }
    return to == places.length ? -to - 1 : to;
  }

  static NodeFacts sequence(List<NodeFacts> parts) {
    ByteSet first = NO_BYTE;
    boolean optional = true;
    for (NodeFacts part : parts) {
      first = optional ? first.or(part.first) : first;
      optional &= part.optional;
    }
    Leading leading =
        (places, told) -> {
          int next = told;
          for (int i = 0; i < parts.size() && next >= 0; i++) {
            int place = next;
            ByteSet any = beginning(parts.subList(i, parts.size()));
            next = parts.get(i).leading.tell(places, place);
            fill(places, place, next < 0 ? 1 : 0, p -> any);
          }
          return next;
        };
    boolean ofToken = parts.stream().allMatch(NodeFacts::ofToken);
    boolean known = parts.stream().allMatch(part -> part.takes >= 0);
    boolean one = known && parts.stream().mapToInt(NodeFacts::takes).sum() == 1;
    ByteSet surely = parts.stream().map(NodeFacts::surely).reduce(ByteSet.ANY, ByteSet::and);
    return new NodeFacts(first, optional, leading, ofToken, one ? 1 : UNKNOWN, surely);
  }

  /** What the parts begin with together; null if they may be nothing. */
  private static ByteSet beginning(List<NodeFacts> parts) {
    ByteSet any = NO_BYTE;
    for (NodeFacts part : parts) {
      any = any.or(part.first);
      if (!part.optional) {
        return any;
      }
    }
    return null;
  }

  static NodeFacts choice(List<NodeFacts> parts) {
    Leading leading =
        (places, told) -> {
          ByteSet[] any = told < places.length ? any(parts, places.length - told) : new ByteSet[0];
          fill(places, told, any.length, i -> any[i]);
          return -told - 1;
        };
    boolean one = parts.stream().allMatch(part -> part.takes == 1);
    return new NodeFacts(
        parts.stream().map(NodeFacts::first).reduce(NO_BYTE, ByteSet::or),
        parts.stream().anyMatch(NodeFacts::optional),
        leading,
        parts.stream().anyMatch(NodeFacts::ofToken),
        one ? 1 : UNKNOWN,
        parts.stream().map(NodeFacts::surely).reduce(NO_BYTE, ByteSet::or));
  }

  /** What must stand at the places whichever of the parts it is; null where one does not tell. */
  private static ByteSet[] any(List<NodeFacts> parts, int count) {
    ByteSet[] any = new ByteSet[count];
    Arrays.fill(any, NO_BYTE);
    for (NodeFacts part : parts) {
      ByteSet[] one = new ByteSet[count];
      one[0] = part == START_BEFORE ? NO_BYTE : part.optional ? null : part.first;
      part.leading.tell(one, 0);
      for (int i = 0; i < count; i++) {
        any[i] = any[i] == null || one[i] == null ? null : any[i].or(one[i]);
      }
    }
    return any;
  }

  /** Of so many of a part in a row. */
  NodeFacts repeated(int least) {
    Leading once =
        (places, told) -> {
          int next = leading.tell(places, told);
          return next < 0 ? next : -next - 1;
        };
    boolean none = least == 0 || optional;
    return new NodeFacts(
        first, none, least == 0 ? NO_MORE : once, least == 0 || ofToken, UNKNOWN, NO_BYTE);
  }

  /** Of a part that takes what this one takes, under a condition. */
  NodeFacts conditional() {
    return new NodeFacts(first, optional, leading, ofToken, UNKNOWN, NO_BYTE);
  }

  /** Of a look at what follows. */
  NodeFacts look() {
    Leading seen =
        (places, told) -> {
          leading.tell(places, told);
          return told;
        };
    return empty(seen, ofToken);
  }

  /** Of a look the other way. */
  NodeFacts lookBack() {
    return empty(NOTHING, ofToken);
  }

  /** Of a look at what must not follow. */
  NodeFacts lookNot() {
    ByteSet others = optional ? NO_BYTE : first.not();
    return new NodeFacts(NO_BYTE, true, NOTHING, true, 0, others);
  }

  /** Of all up to this part. */
  NodeFacts sought() {
    return any(ByteSet.ANY, true, ofToken);
  }
}
