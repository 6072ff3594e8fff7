package innkeeper.cli.far;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes lines with their host's name as a prefix. */
public final class PrefixedLines implements HostLines {

  private final byte[] prefix;
  private final Sink sink;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  public PrefixedLines(String prefix, Sink sink) {
    this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    this.sink = sink;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    for (byte b : bytes) {
      if (line.size() == 0) {
        line.write(prefix);
      }
      line.write(b);
      if (b == '\n') {
        sink.accept(line.toByteArray());
        line.reset();
      }
    }
  }

  @Override
  public void end() throws IOException {
    if (line.size() > 0) {
      write(new byte[] {'\n'});
    }
  }
}
