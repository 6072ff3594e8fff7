package innkeeper.supervisor.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends signals with kill of the C library, because Java knows only TERM and KILL and no groups. If
 * boot does not offer that call, a small sh sends them. The sh is started at the first need, reads
 * its requests from stdin, and ends with the host.
 */
public final class Signals implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  /** The script of that sh; one failed target of a line does not affect the others. */
  private static final String SCRIPT =
      "trap '' HUP INT QUIT TERM; while read -r signal targets; do"
          + " for target in $targets; do kill -s \"$signal\" -- \"$target\" 2>/dev/null; done; done";

  /**
   * The signal numbers of Linux, on all machines with the generic numbers, among them x86-64 and
   * aarch64.
   */
  private static final Map<String, Integer> NUMBERS =
      Map.of(
          "HUP", 1, "INT", 2, "QUIT", 3, "KILL", 9, "USR1", 10, "USR2", 12, "TERM", 15, "CONT", 18);

  private final LibraryCall<IntBinaryOperator> call;
  private Process helper;
  private boolean closed;

  public Signals() {
    this(LibraryCall.offered("signal.send"));
  }

  /**
   * @param call takes target and number, returns 0 or a negative errno
   */
  Signals(LibraryCall<IntBinaryOperator> call) {
    this.call = call;
  }

  /**
   * @param targets pids, and negative numbers for groups; the caller has just checked their
   *     identity
   */
  public void send(String signal, List<Long> targets) {
    if (targets.isEmpty()) {
      return;
    }
    Integer number = NUMBERS.get(signal);
    Optional<IntBinaryOperator> kill = number == null ? Optional.empty() : call.find();
    if (kill.isPresent()) {
      // A target that is gone by now does not affect the others.
      targets.forEach(target -> kill.get().applyAsInt(Math.toIntExact(target), number));
      return;
    }
    StringBuilder line = new StringBuilder(signal);
    targets.forEach(target -> line.append(' ').append(target));
    byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    // The lock guards the helper: one line after another.
    synchronized (this) {
      try {
        write(bytes);
      } catch (IOException e) {
        LOG.warn("signal helper failed error={}", e.getMessage());
        fallback(signal, targets);
      }
    }
  }

  /** Starts the helper before it is needed, so that the first stop need not wait for it. */
  public synchronized void prepare() {
    if (helper == null && !closed && call.find().isEmpty()) {
      try {
        helper = start();
      } catch (IOException e) {
        LOG.debug("signal helper not prepared, the first signal tries again", e);
      }
    }
  }

  /** Sends KILL to one process; works even if no process can be started any more. */
  public static void kill(Identity identity) {
    if (Proc.alive(identity)) {
      ProcessHandle.of(identity.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void write(byte[] line) throws IOException {
    if (helper != null && helper.isAlive()) {
      try {
        send(line);
        return;
      } catch (IOException e) {
        LOG.info("signal helper is gone, starting another error={}", e.getMessage());
      }
    }
    helper = start();
    send(line);
  }

  private static Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", SCRIPT, "innkeeper-signals");
    builder.environment().clear();
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }

  private void send(byte[] line) throws IOException {
    OutputStream out = helper.getOutputStream();
    out.write(line);
    out.flush();
  }

  /** Sends the signal with Java's own means, to each process, because no process can be made. */
  private static void fallback(String signal, List<Long> targets) {
    if (!signal.equals("TERM") && !signal.equals("KILL")) {
      LOG.error("signal not sent, no process can be made signal={} to={}", signal, targets);
      return;
    }
    for (long target : targets) {
      (target > 0 ? Stream.of(target) : group(-target))
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          .forEach(signal.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
  }

  private static Stream<Long> group(long number) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> Proc.stat(pid).filter(s -> s.group() == number).isPresent());
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (helper != null) {
      try {
        helper.getOutputStream().close();
      } catch (IOException e) {
        LOG.debug("signal helper was gone already error={}", e.getMessage());
      }
      helper = null;
    }
  }
}
