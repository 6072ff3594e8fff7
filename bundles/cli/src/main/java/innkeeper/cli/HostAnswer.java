package innkeeper.cli;

import innkeeper.cli.far.HostLines;
import innkeeper.cli.far.Transport;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;

/**
 * The answer of one of several hosts. Its own thread sends the request; another thread takes the
 * frames from the queue.
 */
final class HostAnswer {

  private static final int STACK = 256 * 1024;

  private final FarHost host;
  private final HostLines out;
  private final HostLines err;
  private final BlockingQueue<Part> parts;
  private boolean connected;

  /** A frame from a host: TAKEN, OUT, ERR or EXIT. */
  record Part(HostAnswer of, Frame frame) {}

  /**
   * @param parts receives the frames of this host; the host waits while the queue is full
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

  /** Returns the queue that receives the frames of this host. */
  BlockingQueue<Part> parts() {
    return parts;
  }

  /** Returns the destination of its standard output. */
  HostLines out() {
    return out;
  }

  /** Returns the destination of its standard error. */
  HostLines err() {
    return err;
  }

  /**
   * Returns whether the host has accepted the command. Only the thread that takes the parts calls
   * it.
   */
  boolean connected() {
    return connected;
  }

  void setConnected() {
    connected = true;
  }
}
