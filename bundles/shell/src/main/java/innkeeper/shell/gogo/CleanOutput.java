package innkeeper.shell.gogo;

import innkeeper.api.log.CleanText;
import innkeeper.common.terminal.SafeText;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The output of another bundle's command. It removes secrets and, even without a terminal, control
 * sequences. It shows whole lines. When the command waits for input, it also shows the part of an
 * unfinished line, such as a prompt, that holds no secret.
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

  /**
   * Flushes only the target. A command may flush in the middle of a secret, so unfinished lines
   * stay hidden.
   */
  @Override
  public synchronized void flush() throws IOException {
    to.flush();
  }

  /** Returns the input of the command; before it is read, the prompt is shown. */
  InputStream after(InputStream input) {
    return new FilterInputStream(input) {
      @Override
      public int read() throws IOException {
        showPrompt();
        return in.read();
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        showPrompt();
        return in.read(bytes, from, length);
      }
    };
  }

  private synchronized void showPrompt() throws IOException {
    redacting.flush();
    show();
    to.flush();
  }

  /** Shows all remaining output, because the command has ended. */
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

  /** Splits the redacted output into lines. */
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
