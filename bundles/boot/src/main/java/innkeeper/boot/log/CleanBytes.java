package innkeeper.boot.log;

import innkeeper.redaction.Engine;
import innkeeper.redaction.RedactingStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that redacts what is written to another stream. Whole lines pass the engine. A flush
 * writes the part of an unfinished line that cannot be the beginning of a secret.
 */
public final class CleanBytes extends OutputStream {

  private final RedactingStream stream;
  private final OutputStream to;

  public CleanBytes(Engine engine, OutputStream to) {
    this.stream = engine.stream(to::write);
    this.to = to;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    stream.write(bytes, from, length);
  }

  @Override
  public synchronized void flush() throws IOException {
    stream.flushPartial();
    to.flush();
  }

  @Override
  public synchronized void close() throws IOException {
    stream.finish();
    to.flush();
  }
}
