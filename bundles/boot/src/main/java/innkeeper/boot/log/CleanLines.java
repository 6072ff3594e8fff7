package innkeeper.boot.log;

import innkeeper.redaction.Engine;
import innkeeper.redaction.RedactingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A stream that passes on whole, redacted lines. It uses one engine stream for its whole life, so
 * that a key block printed line by line is still recognized. Used under its PrintStream's lock.
 */
public final class CleanLines extends OutputStream {

  private final RedactingStream stream;
  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * True while a line is passed on. If the logger itself prints, that line is dropped, because it
   * would cause an endless loop.
   */
  private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

  public CleanLines(Engine engine, Consumer<String> lines) {
    this.lines = lines;
    this.stream = engine.stream(this::take);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    stream.write(bytes, from, length);
  }

  private void take(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] == '\n') {
        String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
        line.reset();
        if (!text.isEmpty() && !inside.get()) {
          inside.set(true);
          try {
            lines.accept(text);
          } finally {
            inside.set(false);
          }
        }
      } else {
        line.write(bytes[i]);
      }
    }
  }
}
