package @package@;

import innkeeper.api.log.RedactionRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Called with each line, on several threads at once: it keeps no state and goes over a line once. */
final class @Name@ implements RedactionRule {

  private static final byte[] PREFIX = "KEY-".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY = 16;

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public List<Span> find(byte[] line, int length) {
    List<Span> found = new ArrayList<>();
    int at = 0;
    while (at + PREFIX.length + KEY <= length) {
      int end = begins(line, at) ? end(line, at + PREFIX.length, length) : at;
      if (end - at - PREFIX.length >= KEY) {
        found.add(new Span(at, end));
        at = end;
      } else {
        at++;
      }
    }
    return found;
  }

  private static boolean begins(byte[] line, int at) {
    for (int i = 0; i < PREFIX.length; i++) {
      if (line[at + i] != PREFIX[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the key ends. */
  private static int end(byte[] line, int from, int length) {
    int end = from;
    while (end < length && (line[end] >= '0' && line[end] <= '9' || line[end] >= 'A' && line[end] <= 'Z')) {
      end++;
    }
    return end;
  }
}
