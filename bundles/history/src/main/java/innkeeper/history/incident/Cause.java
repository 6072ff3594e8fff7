package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.log.CleanText;
import innkeeper.api.supervisor.EndedBy;
import java.util.Optional;
import java.util.OptionalInt;

/** Writes the cause of an incident as one sentence. */
final class Cause {

  private static final int LONGEST_QUOTE = 300;

  /** The beginning of the supervisor's sentence about a restart for memory. */
  private static final String PROCESSES = "its processes had ";

  /** The beginning of its sentence about a server that was ended for its probe. */
  private static final String PROBED = "killed by its probe: ";

  /** The beginning of the sentence about a server that the kernel killed. */
  private static final String KERNEL = "killed by the kernel for its memory";

  /** The beginning of the sentence about a server that ended with a success code. */
  static final String EXITED = "Exited ";

  private static final String NO_HOST = " while no host ran";

  /** The number of ends after which a project is FLAPPING. */
  static final int FLAPS = 3;

  private Cause() {}

  /**
   * Returns the sentence.
   *
   * @param situation the present facts about the incident's project
   * @param away whether the server ended while no host ran; the sentence so far may say it, too
   * @param output the last output of its probe; "" if unknown
   */
  static String of(Incident incident, Situation situation, boolean away, String output) {
    return CleanText.of(sentence(incident, situation, away, output));
  }

  /** Returns whether a reason has figures about an end by the probe or for memory. */
  static boolean hasFigures(String reason) {
    return reason.contains(PROCESSES) || reason.contains(PROBED);
  }

  private static String sentence(Incident i, Situation situation, boolean away, String output) {
    String reason = situation.reason();
    boolean gaveUp = situation.gaveUp();
    Optional<End> last =
        i.course().ends().isEmpty()
            ? Optional.empty()
            : Optional.of(i.course().ends().get(i.course().ends().size() - 1));
    String how = last.map(Cause::how).orElse(reason.isEmpty() ? said(i) : reason);
    String times = i.course().runs() == 1 ? "once" : i.course().runs() + " times";
    String gone = gaveUp ? "; restarts stopped" : "";
    String end = gone + (how.isEmpty() ? "" : ": " + how);
    String ended = last.map(one -> ended(one, situation.expected())).orElse("Crashed ");
    return switch (i.kind()) {
      case CRASH -> {
        boolean noHost =
            i.course().runs() == 1 && (away || i.cause().startsWith(ended + times + NO_HOST));
        yield ended + times + (noHost ? NO_HOST : "") + end;
      }
      case FAILED_START ->
          (last.isPresent() ? "Ended right after starting" : "Could not be started") + end;
      case CRASH_LOOP -> ended + times + " right after starting" + end;
      case FLAPPING ->
          i.course().runs() < FLAPS
              ? "Ended 3 or more times within 15 minutes without a request" + end
              : ended + times + " while it was running" + end;
      case MEMORY_KILL ->
          "Killed by the kernel for its memory "
              + times
              + (how.startsWith(KERNEL) ? how.substring(KERNEL.length()) + gone : end);
      case PROBE_OUTAGE -> outage(i, reason, output, gaveUp, times);
      case MEMORY_RESTART -> memory(i, reason, times, gaveUp);
      case FAILED_RUN -> "Its scheduled run failed" + end;
      case HOST_OUTAGE, BACKUP_FAILURE, FAULT, MISSED_RUN -> i.cause();
    };
  }

  /**
   * Returns the first words. An end with a success code, or by a signal of another process, is not
   * a crash.
   */
  private static String ended(End last, boolean expected) {
    if (last.by() != EndedBy.ITSELF) {
      return "Ended unexpectedly ";
    }
    return expected || last.code().equals(OptionalInt.of(0)) ? EXITED : "Crashed ";
  }

  /**
   * Returns the cause of a restart for memory. The reason holds the figures, but only until the
   * next server runs.
   */
  private static String memory(Incident i, String reason, String times, boolean gaveUp) {
    int at = reason.indexOf(PROCESSES);
    String why = at < 0 ? said(i) : line(withoutTries(reason.substring(at)));
    return "Restarted for its memory "
        + times
        + (gaveUp ? "; restarts stopped" : "")
        + (why.isEmpty() ? "" : ": " + why);
  }

  /**
   * Returns the cause of an end for the probe. Later statuses must not replace the probe's output
   * with the text of a restart.
   */
  private static String outage(
      Incident i, String reason, String output, boolean gaveUp, String times) {
    int at = reason.indexOf(PROBED);
    String why =
        at >= 0
            ? line(withoutTries(reason.substring(at + PROBED.length())))
            : i.course().runs() == 0 && !output.isEmpty() ? line(output) : said(i);
    return (i.course().runs() == 0 ? "Its probe failed" : "Killed by its probe " + times)
        + (gaveUp ? "; restarts stopped" : "")
        + (why.isEmpty() ? "" : ": " + why);
  }

  /** Returns the explanation in the cause so far, without the number of times. */
  private static String said(Incident i) {
    int colon = i.cause().indexOf(": ");
    return colon < 0 ? "" : i.cause().substring(colon + 2);
  }

  /**
   * Returns a reason of the supervisor without its end that counts restarts: "; restart 3 of 10".
   */
  private static String withoutTries(String reason) {
    return reason.replaceFirst("; restart \\d+ of \\d+$", "");
  }

  private static String how(End end) {
    String exit = end.sentence();
    return end.error().isEmpty() ? exit : line(end.error()) + " (" + exit + ")";
  }

  private static String line(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }
}
