package innkeeper.api.supervisor;

import java.util.Map;
import java.util.OptionalInt;

/**
 * Converts a server's exit code to words, the same on the page, in the API, on the command line and
 * in the audit record. A shell returns 128+n for an end by signal n, and the same number for {@code
 * exit 128+n}; the two are indistinguishable afterwards.
 */
public final class ExitCode {

  /** The signals of signal(7) on x86 and ARM whose default action ends a process. */
  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "HUP"),
          Map.entry(2, "INT"),
          Map.entry(3, "QUIT"),
          Map.entry(4, "ILL"),
          Map.entry(5, "TRAP"),
          Map.entry(6, "ABRT"),
          Map.entry(7, "BUS"),
          Map.entry(8, "FPE"),
          Map.entry(9, "KILL"),
          Map.entry(10, "USR1"),
          Map.entry(11, "SEGV"),
          Map.entry(12, "USR2"),
          Map.entry(13, "PIPE"),
          Map.entry(14, "ALRM"),
          Map.entry(15, "TERM"),
          Map.entry(16, "STKFLT"),
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(26, "VTALRM"),
          Map.entry(27, "PROF"),
          Map.entry(29, "IO"),
          Map.entry(30, "PWR"),
          Map.entry(31, "SYS"));

  private ExitCode() {}

  /**
   * Returns the signal that a code of 128+n may represent.
   *
   * @param code exit code; empty if unknown
   * @return the signal's name without SIG; "" if the code represents no signal
   */
  public static String signalInferred(OptionalInt code) {
    return SIGNALS.getOrDefault(code.orElse(0) - 128, "");
  }

  /**
   * Returns the code in words.
   *
   * @param code exit code; empty if unknown
   * @return {@code 3}, {@code 137 (SIGKILL, or exit 137)}, or {@code unknown}
   */
  public static String text(OptionalInt code) {
    if (code.isEmpty()) {
      return "unknown";
    }
    String signal = signalInferred(code);
    int number = code.getAsInt();
    return number + (signal.isEmpty() ? "" : " (SIG" + signal + ", or exit " + number + ")");
  }

  /**
   * Returns the way in which a server ended, as one clause: {@code exited with code 3}.
   *
   * @param code exit code; empty if unknown
   * @param signal the signal that is known to have ended it, without SIG; "" if no signal is known
   * @return the clause, without a full stop
   */
  public static String sentence(OptionalInt code, String signal) {
    return sentence(code, signal, EndedBy.unasked(code));
  }

  /**
   * Returns how a server ended and who ended it, as one clause: {@code stopped by the host
   * (SIGTERM)}.
   *
   * @param code exit code; empty if unknown
   * @param signal the signal that is known to have ended it, without SIG; "" if no signal is known
   * @param by the party that ended it
   * @return the clause, without a full stop
   */
  public static String sentence(OptionalInt code, String signal, EndedBy by) {
    String inferred = signalInferred(code);
    String sent = inferred.isEmpty() ? "" : " (SIG" + inferred + ")";
    String other = code.isEmpty() || !inferred.isEmpty() ? "" : ", exit code " + code.getAsInt();
    return switch (by) {
      case PROBE -> "killed by its probe" + sent + other;
      case MEMORY_LIMIT -> "stopped by the host for its memory" + sent + other;
      case KERNEL_OOM -> "killed by the kernel for its memory" + sent + other;
      case REQUEST -> "stopped by the host" + sent + " on request" + other;
      case HOST -> "stopped by the host" + sent + other;
      case ITSELF, UNKNOWN -> unasked(code, signal);
    };
  }

  private static String unasked(OptionalInt code, String signal) {
    if (code.isEmpty()) {
      return "ended in an unknown way";
    }
    if (!signal.isEmpty()) {
      return "ended by SIG" + signal + " from the host";
    }
    String text = text(code);
    return switch (code.getAsInt()) {
      case 126 -> "exited with code 126 (its command could not be run)";
      case 127 -> "exited with code 127 (its command, or one it calls, was not found)";
      default -> (signalInferred(code).isEmpty() ? "exited" : "ended") + " with code " + text;
    };
  }
}
