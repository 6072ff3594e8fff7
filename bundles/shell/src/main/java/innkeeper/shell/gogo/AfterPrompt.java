package innkeeper.shell.gogo;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input stream that first shows the prompt of the command that reads. */
final class AfterPrompt extends FilterInputStream {

  private final CleanOutput prompt;

  AfterPrompt(InputStream in, CleanOutput prompt) {
    super(in);
    this.prompt = prompt;
  }

  @Override
  public int read() throws IOException {
    prompt.showPrompt();
    return in.read();
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    prompt.showPrompt();
    return in.read(bytes, from, length);
  }
}
