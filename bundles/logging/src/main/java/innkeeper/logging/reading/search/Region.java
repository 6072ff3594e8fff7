package innkeeper.logging.reading.search;

import innkeeper.redaction.RedactingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Consecutive lines of a file that pass through the engine, with the lines before the present one.
 */
final class Region {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final RedactingStream stream;
  private final Deque<String> before = new ArrayDeque<>();
  private final int context;

  /** The offset in the file's text up to which the engine was fed. */
  private long fed;

  Region(LogRedaction redaction, long start, int context) {
    this.stream = redaction.stream(out::write);
    this.fed = start;
    this.context = context;
  }

  long fed() {
    return fed;
  }

  /** Returns the lines before the next one, oldest first. */
  List<String> before() {
    return List.copyOf(before);
  }

  /** Feeds lines that are not searched; the last ones are kept as context. */
  void skip(byte[] bytes, int from, int to) throws IOException {
    stream.write(bytes, from, to - from);
    fed += to - from;
    if (context > 0) {
      String text = out.toString(StandardCharsets.UTF_8);
      List<String> lines = text.lines().toList();
      lines.subList(Math.max(0, lines.size() - context), lines.size()).forEach(this::keep);
    }
    out.reset();
  }

  /** Feeds the next line, with its line end if it has one; returns the redacted line. */
  String line(byte[] bytes, int from, int to) throws IOException {
    stream.write(bytes, from, to - from);
    fed += to - from;
    if (to > from && bytes[to - 1] != '\n') {
      stream.finish();
    }
    String line = out.toString(StandardCharsets.UTF_8);
    out.reset();
    int end = line.length();
    end -= line.endsWith("\r\n") ? 2 : line.endsWith("\n") ? 1 : 0;
    return line.substring(0, end);
  }

  void keep(String line) {
    before.addLast(line);
    if (before.size() > context) {
      before.removeFirst();
    }
  }
}
