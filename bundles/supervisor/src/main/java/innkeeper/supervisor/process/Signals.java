package innkeeper.supervisor.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends signals with kill of the C library, because Java knows only TERM and KILL and no groups. If
 * boot does not offer that call, the kill of a shell sends them. Safe for many threads.
 */
public final class Signals {

  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  /**
   * The names in the order of Linux's generic numbers, from 1 on. Among others x86-64 and aarch64
   * have these numbers.
   */
  private static final List<String> NAMES =
      List.of(
          ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
                  + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
              .split(" "));

  /** Runs a command of a shell to its end. */
  public interface Shell {
    long run(List<String> command) throws IOException;
  }

  private final LibraryCall<IntBinaryOperator> call;
  private final Shell shell;

  /**
   * @param call takes target and number, returns 0 or a negative errno
   */
  public Signals(LibraryCall<IntBinaryOperator> call, Shell shell) {
    this.call = call;
    this.shell = shell;
  }

  /** Returns the number of a signal; 0 if the name is unknown. */
  public static int number(String name) {
    return NAMES.indexOf(name) + 1;
  }

  /**
   * @param targets pids, and negative numbers for groups; the caller has just checked their
   *     identity
   */
  public void send(String signal, List<Long> targets) {
    if (targets.isEmpty()) {
      return;
    }
    int number = number(signal);
    Optional<IntBinaryOperator> kill = number == 0 ? Optional.empty() : call.find();
    if (kill.isPresent()) {
      // A target that is gone by now does not affect the others.
      targets.forEach(target -> kill.get().applyAsInt(Math.toIntExact(target), number));
      return;
    }
    List<String> command = new ArrayList<>(List.of("kill", "-s", signal, "--"));
    targets.forEach(target -> command.add(target.toString()));
    try {
      shell.run(command);
    } catch (IOException e) {
      LOG.warn("shell cannot send a signal error={}", e.getMessage());
      fallback(signal, targets);
    }
  }

  /** Loads the call before it is needed, so that the first stop need not wait for it. */
  public void prepare() {
    call.find();
  }

  /** Sends KILL to one process; works even if no process can be started any more. */
  public static void kill(Identity identity) {
    if (Proc.alive(identity)) {
      ProcessHandle.of(identity.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
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
}
