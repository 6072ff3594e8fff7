package innkeeper.shell.gogo;

import innkeeper.api.log.CleanText;
import innkeeper.shell.cli.SafeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What another bundle's command prints for a client: without secrets, and without what plays tricks
 * on a terminal, whether or not it is one. Shown line by line; of an unfinished line, such as a
 * prompt, that part which holds no secret is shown when its answer is waited for.
 */
final class CleanOutput extends OutputStream {

  private final OutputStream to;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private OutputStream redacting = CleanText.stream(new Lines());

  CleanOutput(OutputStream to) {
    this.to = to;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    redacting.write(bytes, from, length);
  }

  /** Whoever prints flushes as it likes, within a secret too: it shows no more than whole lines. */
  @Override
  public synchronized void flush() throws IOException {
    to.flush();
  }

  /** An answer is waited for: what stands before it is shown. */
  synchronized void showPrompt() throws IOException {
    redacting.flush();
    show();
    to.flush();
  }

  /** The command has ended: nothing is held back. */
  synchronized void end() throws IOException {
    redacting.close();
    show();
    to.flush();
    redacting = CleanText.stream(new Lines());
  }

  private void show() throws IOException {
    String text = SafeText.line(CleanText.of(line.toString(StandardCharsets.UTF_8)));
    line.reset();
    to.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Behind the engine: cuts into lines. */
  private final class Lines extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      if (b == '\n') {
        show();
        to.write('\n');
        to.flush();
      } else {
        line.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      for (int i = from; i < from + length; i++) {
        write(bytes[i]);
      }
    }
  }
}
