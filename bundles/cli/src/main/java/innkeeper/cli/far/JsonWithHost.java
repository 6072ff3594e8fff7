package innkeeper.cli.far;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes JSON objects, one a line, and adds the member {@code host} as the first one. An answer is
 * one object, an array of objects, or one object a line. The class does not parse the JSON: outside
 * of strings there is only structure and white space, and all structure is ASCII.
 */
public final class JsonWithHost implements HostLines {

  private final byte[] member;
  private final Sink sink;
  private final ByteArrayOutputStream object = new ByteArrayOutputStream();
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean empty;

  public JsonWithHost(String host, Sink sink) {
    String quoted = host.replace("\\", "\\\\").replace("\"", "\\\"");
    this.member = ("{\"host\":\"" + quoted + "\"").getBytes(StandardCharsets.UTF_8);
    this.sink = sink;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    for (byte b : bytes) {
      if (inString) {
        object.write(b);
        inString = escaped || b != '"';
        escaped = b == '\\' && !escaped;
      } else if (b > ' ' || b < 0) {
        structure(b);
      }
    }
  }

  private void structure(byte b) throws IOException {
    boolean opens = b == '{' || b == '[';
    boolean closes = b == '}' || b == ']';
    if (depth == 0) {
      // The enclosing array and its commas are dropped.
      if (b == '{') {
        object.write(member);
        depth = 1;
        empty = true;
      }
      return;
    }
    if (empty && !closes) {
      object.write(',');
    }
    empty = false;
    inString = b == '"';
    depth += opens ? 1 : closes ? -1 : 0;
    object.write(b);
    if (depth == 0) {
      object.write('\n');
      sink.accept(object.toByteArray());
      object.reset();
    }
  }

  @Override
  public void end() {
    // An unfinished object is dropped.
    object.reset();
  }
}
