package innkeeper.cli.far;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A connection to a far host's socket, through the process of a {@link Transport}. */
public final class TransportChannel implements ByteChannel {

  /** The most bytes that a login shell may print before the greeting. */
  private static final int MOST_NOISE = 64 * 1024;

  /** The longest wait for the end of a process after its output has ended. */
  private static final long ENDING_MS = 2_000;

  /** The exit status of the far side if it has no host (EX_UNAVAILABLE). */
  private static final int NO_HOST = 69;

  /**
   * Starts a program that ignores SIGINT. Ctrl-C signals all programs of the terminal, but the
   * command's last output still has to come through the transport.
   */
  private static final List<String> KEEPS_ITS_SIGNALS =
      List.of("/bin/sh", "-c", "trap '' INT QUIT; exec \"$@\"", "sh");

  /**
   * The processes that do not read their input yet. They would not notice the end of this program,
   * so it ends them.
   */
  private static final Set<Process> CONNECTING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TransportChannel::endConnecting));
  }

  private final Process process;
  private final InputStream in;
  private final OutputStream out;
  private final DialGreeting greeting;
  private volatile boolean open = true;

  private TransportChannel(Process process, InputStream in, DialGreeting greeting) {
    this.process = process;
    this.in = in;
    this.out = process.getOutputStream();
    this.greeting = greeting;
  }

  /**
   * Starts the transport's process and waits until it is connected.
   *
   * @param words a command that needs no host, which the far side's script runs itself; empty to
   *     connect to the host
   * @param errors receives the standard error of the process
   * @param patience how long the far side waits for the shell of a running host, in milliseconds
   * @throws UnreachableException if the connection failed
   */
  public static TransportChannel open(
      Transport to, List<String> words, boolean attended, FarErrors errors, long patience)
      throws IOException {
    Process process = start(to.command(attended));
    CONNECTING.add(process);
    try {
      errors.of(process.getErrorStream());
      InputStream in = process.getInputStream();
      Optional<DialGreeting> greeting = Optional.empty();
      String broken = "";
      try {
        process.getOutputStream().write(preamble(to, words, patience));
        process.getOutputStream().flush();
        greeting = greeting(in);
      } catch (IOException e) {
        // The process has ended; its standard error and its status usually explain why.
        broken = e.getMessage();
      }
      if (greeting.isPresent()) {
        errors.connected();
        return new TransportChannel(process, in, greeting.get());
      }
      throw failure(to, process, errors, broken);
    } finally {
      CONNECTING.remove(process);
    }
  }

  /** Starts a program that Ctrl-C does not end. */
  private static Process start(List<String> command) throws IOException {
    List<String> all = new ArrayList<>(KEEPS_ITS_SIGNALS);
    all.addAll(command);
    return new ProcessBuilder(all).start();
  }

  /** Ends the processes that are not connected yet. */
  public static void endConnecting() {
    CONNECTING.forEach(Process::destroy);
  }

  /**
   * Returns the lines that {@code bin/innkeeper dial-stdio} reads first: NAME=VALUE, then an empty
   * line.
   */
  private static byte[] preamble(Transport to, List<String> words, long patience) {
    StringBuilder lines = new StringBuilder();
    if (!to.which().isEmpty()) {
      lines.append(to.which()).append('\n');
    }
    for (String word : words) {
      if (word.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("a word of " + words.get(0) + " has a line end in it");
      }
      lines.append("word=").append(word).append('\n');
    }
    lines.append("patience=").append(patience).append("\n\n");
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Optional<DialGreeting> greeting(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int i = 0; i < MOST_NOISE; i++) {
      int next = in.read();
      if (next < 0) {
        return Optional.empty();
      }
      line.write(next);
      if (next == '\n') {
        Optional<DialGreeting> found = DialGreeting.read(line.toString(StandardCharsets.UTF_8));
        if (found.isPresent()) {
          return found;
        }
        line.reset();
      }
    }
    return Optional.empty();
  }

  /**
   * @param broken the reason that is used if the process reports none
   */
  private static UnreachableException failure(
      Transport to, Process process, FarErrors errors, String broken) {
    int status = -1;
    try {
      if (process.waitFor(ENDING_MS, TimeUnit.MILLISECONDS)) {
        status = process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String last = errors.last();
    String said = last.isEmpty() ? broken : last;
    process.destroy();
    boolean earlier = said.contains("dial-stdio") && status == 2;
    String why =
        earlier
            ? "an earlier release runs there, which --host cannot reach; upgrade it there first"
            : to.failure(status, said);
    return new UnreachableException(to.name() + ": " + why, status == NO_HOST);
  }

  /** Returns the greeting that the far side sent. */
  public DialGreeting greeting() {
    return greeting;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    int read = in.read(to.array(), to.arrayOffset() + to.position(), to.remaining());
    if (read > 0) {
      to.position(to.position() + read);
    } else if (!open) {
      throw new ClosedChannelException();
    }
    return read;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int length = from.remaining();
    out.write(from.array(), from.arrayOffset() + from.position(), length);
    out.flush();
    from.position(from.limit());
    return length;
  }

  /**
   * Waits for the far side's program and returns its exit status. Call it after the output has
   * ended.
   */
  public int awaitStatus() throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  /** Ends the far side too, because it sees the end of its input. */
  @Override
  public void close() throws IOException {
    open = false;
    try {
      out.close();
    } catch (IOException e) {
      // The process has gone, with the bytes that it had not read.
      process.destroy();
      return;
    }
    process.destroy();
  }
}
