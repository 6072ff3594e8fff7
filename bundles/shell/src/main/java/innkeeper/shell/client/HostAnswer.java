package innkeeper.shell.client;

import innkeeper.shell.far.HostLines;
import innkeeper.shell.far.Transport;
import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;

/** What one of several hosts answers: a thread of its own asks, and others take the frames. */
final class HostAnswer {

  private static final int STACK = 256 * 1024;

  private final FarHost host;
  private final HostLines out;
  private final HostLines err;
  private final BlockingQueue<Part> parts;
  private boolean connected;

  /** A frame of a host's: TAKEN, OUT, ERR or EXIT. */
  record Part(HostAnswer of, Frame frame) {}

  /**
   * @param parts what this host sends is put there; the host waits while it is full
   */
  HostAnswer(Transport transport, HostLines out, HostLines err, BlockingQueue<Part> parts) {
    this.host = new FarHost(transport, false, this::note);
    this.out = out;
    this.err = err;
    this.parts = parts;
  }

  void ask(Hello hello, long patience) {
    Thread thread = new Thread(null, () -> run(hello, patience), "host " + name(), STACK);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Hello hello, long patience) {
    int status = Client.NO_HOST;
    try {
      status = new FarRun(host).run(hello, patience, this::put);
    } catch (IOException e) {
      String why = e.getMessage();
      String name = name() + ": ";
      note("innkeeper: " + (why.startsWith(name) ? why.substring(name.length()) : why));
    }
    try {
      put(new Frame(Frame.EXIT, Frame.encodeNumber(status)));
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void note(String line) {
    try {
      put(new Frame(Frame.ERR, (line + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void put(Frame frame) throws InterruptedIOException {
    try {
      parts.put(new Part(this, frame));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("given up");
    }
  }

  String name() {
    return host.transport().name();
  }

  /** What it sends. */
  BlockingQueue<Part> parts() {
    return parts;
  }

  /** Where its standard output is shown. */
  HostLines out() {
    return out;
  }

  /** Where its standard error is shown. */
  HostLines err() {
    return err;
  }

  /** Whether it has taken the command; for the thread that takes the parts. */
  boolean connected() {
    return connected;
  }

  void setConnected() {
    connected = true;
  }
}
