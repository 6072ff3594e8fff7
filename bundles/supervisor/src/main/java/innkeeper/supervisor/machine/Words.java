package innkeeper.supervisor.machine;

import java.util.Map;
import java.util.OptionalInt;

/** Says how a server ended. */
public final class Words {

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
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(31, "SYS"));

  private Words() {}

  /** The signal that a shell's exit code stands for; "" for none. */
  static String signal(OptionalInt code) {
    int number = code.orElse(0) - 128;
    return number > 0 && number < 65 ? SIGNALS.getOrDefault(number, Integer.toString(number)) : "";
  }

  /** One clause. */
  public static String ended(OptionalInt code) {
    if (code.isEmpty()) {
      return "ended, and nobody could tell how";
    }
    String signal = signal(code);
    if (!signal.isEmpty()) {
      return "ended by signal " + signal;
    }
    return switch (code.getAsInt()) {
      case 126 -> "exited with code 126 (its command could not be run)";
      case 127 -> "exited with code 127 (its command, or one it calls, was not found)";
      default -> "exited with code " + code.getAsInt();
    };
  }
}
