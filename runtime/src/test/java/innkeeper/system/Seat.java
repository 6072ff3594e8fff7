package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Somebody at a terminal, which {@code script} of util-linux lends. */
final class Seat implements AutoCloseable {

  private final Process process;
  private final StringBuffer seen = new StringBuffer();
  private int from;

  Seat(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "terminal");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    byte[] block = new byte[4096];
    try (InputStream in = process.getInputStream()) {
      for (int n = in.read(block); n > 0; n = in.read(block)) {
        seen.append(new String(block, 0, n, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      seen.append("terminal broke: ").append(e);
    }
  }

  Process process() {
    return process;
  }

  /** All that was shown so far. */
  String all() {
    return seen.toString();
  }

  /** Types, and waits until this is seen after it. */
  String type(String keys, String until) throws IOException {
    from = seen.length();
    OutputStream terminal = process.getOutputStream();
    terminal.write(keys.getBytes(StandardCharsets.UTF_8));
    terminal.flush();
    return see(until);
  }

  String see(String until) {
    HostProcess.await("to see " + until, () -> seen.substring(from).contains(until));
    return seen.substring(from);
  }

  int end() throws InterruptedException {
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
