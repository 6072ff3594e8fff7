package innkeeper.xmlrpc;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Signal names in the forms of supervisord: {@code HUP}, {@code SIGHUP}, {@code 1}. */
final class SignalName {

  /** The names in the order of Linux's numbers, from 1 on. */
  private static final List<String> ALL =
      List.of(
          ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
                  + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
              .split(" "));

  private static final Set<String> NAMES = Set.copyOf(ALL);

  private SignalName() {}

  static String of(Object signal) {
    String name = String.valueOf(signal).strip().toUpperCase(Locale.ROOT);
    if (name.matches("[0-9]{1,2}")) {
      int number = Integer.parseInt(name);
      if (number >= 1 && number <= ALL.size()) {
        return ALL.get(number - 1);
      }
    }
    String plain = name.startsWith("SIG") ? name.substring(3) : name;
    if (NAMES.contains(plain)) {
      return plain;
    }
    throw new Fault(FaultCode.BAD_SIGNAL, String.valueOf(signal));
  }

  /** Returns the number of a signal in a definition; 0 if the name is unknown. */
  static int number(String name) {
    return ALL.indexOf(name) + 1;
  }
}
