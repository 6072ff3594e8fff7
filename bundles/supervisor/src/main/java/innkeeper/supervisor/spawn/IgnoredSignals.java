package innkeeper.supervisor.spawn;

import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds signals that this host ignored from its start. A shell that starts the host in the
 * background of a script ignores INT and QUIT for it; nohup ignores HUP. A server would inherit
 * that and could not be stopped by that signal. No POSIX shell can undo it, only env of coreutils
 * (8.31 on).
 */
final class IgnoredSignals {

  private static final List<String> NAMES =
      List.of("HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM");

  private IgnoredSignals() {}

  /** Returns the signals that this process ignores, from /proc/self/status (proc(5), SigIgn). */
  static List<String> here() throws IOException {
    return names(Proc.field(Path.of("/proc/self/status"), "SigIgn:").orElse("0"));
  }

  /**
   * @param mask hexadecimal, bit n-1 for signal n
   */
  static List<String> names(String mask) {
    long bits = Long.parseUnsignedLong(mask, 16);
    return NAMES.stream().filter(n -> (bits >> (Signals.number(n) - 1) & 1) == 1).toList();
  }

  /**
   * Returns words to put before a command so that it receives these signals again. They are empty
   * if no signal is ignored, or if env cannot do that.
   */
  static List<String> undo(String env, List<String> ignored) throws IOException {
    if (ignored.isEmpty()) {
      return List.of();
    }
    List<String> words = List.of(env, "--default-signal=" + String.join(",", ignored));
    Process trial = new ProcessBuilder(words.get(0), words.get(1), "true").start();
    try {
      return trial.waitFor() == 0 ? words : List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
