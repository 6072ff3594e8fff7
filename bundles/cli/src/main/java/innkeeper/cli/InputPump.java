package innkeeper.cli;

import innkeeper.common.wire.Frame;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Sends the bytes of a file or of standard input to the host, after the host has asked for them. A
 * command must not read standard input without such a request. In a shell loop that reads lines,
 * the command would consume the loop's input.
 */
final class InputPump extends Thread {

  private final HostConnection link;
  private final String file;
  private final InputStream stdin;

  InputPump(HostConnection link, String file, InputStream stdin) {
    super("input");
    setDaemon(true);
    this.link = link;
    this.file = file;
    this.stdin = stdin;
  }

  @Override
  public void run() {
    String wrong = "";
    try {
      if (file.isEmpty()) {
        wrong = copy(stdin, "standard input");
      } else {
        try (InputStream in = new FileInputStream(file)) {
          wrong = copy(in, file);
        } catch (IOException e) {
          wrong = e.getMessage();
        }
      }
      link.send(Frame.INPUT_END, wrong);
    } catch (IOException e) {
      // The host has gone; the receiving thread reports it.
      return;
    }
  }

  /** Copies the input to the host. Returns the read error, or "" if there was none. */
  private String copy(InputStream in, String name) throws IOException {
    byte[] buffer = new byte[Frame.CHUNK];
    while (true) {
      int n;
      try {
        n = in.read(buffer);
      } catch (IOException e) {
        return name + ": " + e.getMessage();
      }
      if (n < 0) {
        return "";
      }
      link.send(Frame.INPUT, buffer, 0, n);
    }
  }
}
