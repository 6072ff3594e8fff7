package innkeeper.redaction.token;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The private members of a JSON Web Key (RFC 7517, RFC 7518 §6). One with no {@code kty} in its
 * object is something else; the public members stay.
 */
public final class Jwk {
  private static final int OBJECT = 8192;
  private static final int BEFORE = 2048;
  private static final int SHORTEST = 16;
  private static final Set<String> MORE = Set.of("p", "q", "dp", "dq", "qi");

  private int from;
  private int to;
  private boolean key;

  /** To be told of each new line. */
  public void forget() {
    from = 0;
    to = -1;
  }

  /** Looks at the member at {@code at}; returns where to go on. */
  public int verify(Line l, int at) {
    byte[] b = l.b;
    int name = Quoted.open(b, at, l.to) + 1;
    int value = value(b, name + 1, l.to);
    int end = value < 0 ? at : Bytes.runEnd(b, value, l.to, Bytes.TOKEN);
    if (value < 0 || end - value < SHORTEST && end < l.to) {
      return at + 1;
    }
    if (!(at >= from && at < to)) {
      object(l, at);
    }
    if (!key || end == l.to) {
      l.opensAtEnd(at, to);
      return at + 1;
    }
    l.secret(value, end);
    return b[name] == 'k' ? end : others(l, end);
  }

  /** The object round {@code at}; asked within it again, it costs nothing. */
  private void object(Line l, int at) {
    byte[] b = l.b;
    int floor = Math.max(Math.max(l.from, to), at - BEFORE);
    from = at;
    while (from > floor && b[from - 1] != '{') {
      from--;
    }
    int bound = Math.min(l.to, at + OBJECT);
    to = Bytes.next(b, at, bound, '}');
    key = Bytes.indexOfIgnoreCase(b, from, to, "kty") >= 0;
  }

  private int others(Line l, int at) {
    byte[] b = l.b;
    int i = at;
    while (i < to) {
      if (!Bytes.is(b[i], Bytes.QUOTE)) {
        i++;
        continue;
      }
      int name = Bytes.runEnd(b, i + 1, to, Bytes.LOWER);
      int value = secret(b, i + 1, name) ? value(b, name, to) : -1;
      i = Math.max(name, i + 1);
      if (value >= 0) {
        i = Bytes.runEnd(b, value, to, Bytes.TOKEN);
        l.secret(value, i);
      }
    }
    l.opensAtEnd(at, to);
    return at;
  }

  /** The value's first byte, when the name that ends at {@code at} has one in quotes; else -1. */
  private static int value(byte[] b, int at, int to) {
    int colon = Bytes.skipBlank(b, Quoted.after(b, at, to), to);
    int open =
        colon < to && b[colon] == ':' ? Quoted.open(b, Bytes.skipBlank(b, colon + 1, to), to) : -1;
    return open < 0 ? -1 : open + 1;
  }

  private static boolean secret(byte[] b, int from, int to) {
    return MORE.contains(new String(b, from, to - from, StandardCharsets.US_ASCII));
  }
}
