package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.log.CleanText;
import innkeeper.api.supervisor.ExitCode;

/** Why, in one sentence. */
final class Cause {

  private static final int LONGEST_QUOTE = 300;

  private Cause() {}

  /**
   * The sentence.
   *
   * @param reason why the project is in its state
   * @param gaveUp whether it is FATAL
   * @param output what its probe said last; "" if that is not known
   */
  static String of(Incident incident, String reason, boolean gaveUp, String output) {
    return CleanText.of(sentence(incident, reason, gaveUp, output));
  }

  private static String sentence(Incident i, String reason, boolean gaveUp, String output) {
    String how = i.ends().isEmpty() ? reason : how(i.ends().get(i.ends().size() - 1));
    String times = i.runs() == 1 ? "once" : i.runs() + " times";
    String end = (gaveUp ? ", and was given up" : "") + (how.isEmpty() ? "" : ": " + how);
    return switch (i.kind()) {
      case CRASH -> "It ended unasked " + times + end;
      case FAILED_START -> "It could not be started" + end;
      case CRASH_LOOP -> "It ended " + times + ", again and again after its start" + end;
      case FLAPPING -> "It ended " + times + " while it was running" + end;
      case MEMORY_KILL -> "The kernel killed it " + times + " for its memory" + end;
      case PROBE_OUTAGE -> outage(i, output, how);
      case MEMORY_RESTART -> memory(i, reason, times, gaveUp);
      case FAILED_RUN -> "Its scheduled run failed" + end;
      case HOST_OUTAGE, BACKUP_FAILURE, FAULT, MISSED_RUN -> i.cause();
    };
  }

  /** The reason names the figures; once the next server runs, it is gone. */
  private static String memory(Incident i, String reason, String times, boolean gaveUp) {
    int why = reason.indexOf(ProjectRules.PROCESSES);
    return why < 0
        ? i.cause()
        : "It was restarted "
            + times
            + " for its memory"
            + (gaveUp ? ", and was given up" : "")
            + ": "
            + line(reason.substring(why));
  }

  private static String outage(Incident i, String output, String how) {
    // Later looks must not replace what the probe said with what a restart says.
    if (i.runs() == 0 && !output.isEmpty()) {
      return "It ran, but its probe failed: " + line(output);
    }
    boolean told = i.cause().startsWith("It ran");
    String first =
        told ? i.cause().replaceFirst("; it ended .*", "") : "It ran, but its probe failed";
    return i.runs() == 0 || how.isEmpty()
        ? first
        : first + "; it ended " + (i.runs() == 1 ? "once" : i.runs() + " times") + ", " + how;
  }

  private static String how(End end) {
    String exit = ExitCode.sentence(end.code(), end.signal());
    return end.error().isEmpty() ? exit : line(end.error()) + " (" + exit + ")";
  }

  private static String line(String text) {
    String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }
}
