package innkeeper.api.supervisor;

import innkeeper.api.json.JsonWord;
import java.util.OptionalInt;
import java.util.Set;

/** The party that ended a server. */
public enum EndedBy implements JsonWord {
  /** The server exited, or a fault of its own ended it. */
  ITSELF("itself"),
  /** The host ended it, because its liveness probe failed. */
  PROBE("probe"),
  /** The host ended it, because it had more memory than {@code memoryRestartBytes}. */
  MEMORY_LIMIT("memory-limit"),
  /**
   * The kernel killed a process of the server, because the server reached {@code memoryMaxBytes}.
   */
  KERNEL_OOM("kernel-oom"),
  /** The host ended it, because a person, a program or its schedule requested that. */
  REQUEST("request"),
  /** The host ended it, because the host itself stopped. */
  HOST("host"),
  /** The party is unknown, for example after a signal that another process may have sent. */
  UNKNOWN("unknown");

  /** Signals that end a server because of its own fault. */
  private static final Set<String> FAULTS =
      Set.of("ILL", "TRAP", "ABRT", "BUS", "FPE", "SEGV", "PIPE", "XCPU", "XFSZ", "SYS");

  private final String word;

  EndedBy(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }

  /**
   * Returns the party that ended a server which the host did not end.
   *
   * @param code exit code; empty if unknown
   * @return {@link #ITSELF}, or {@link #UNKNOWN} if the code is missing or may represent a signal
   *     of another process
   */
  public static EndedBy unasked(OptionalInt code) {
    String signal = ExitCode.signalInferred(code);
    boolean own = signal.isEmpty() || FAULTS.contains(signal);
    return code.isPresent() && own ? ITSELF : UNKNOWN;
  }

  /**
   * Returns the constant of a word.
   *
   * @param word a result of {@link #word()}
   * @return {@link #UNKNOWN} for any other text
   */
  public static EndedBy of(String word) {
    for (EndedBy by : values()) {
      if (by.word.equals(word)) {
        return by;
      }
    }
    return UNKNOWN;
  }
}
