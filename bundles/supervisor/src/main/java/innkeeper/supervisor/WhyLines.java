package innkeeper.supervisor;

import innkeeper.api.log.CleanText;
import innkeeper.api.log.LastOutput;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.LogRecords.Cause;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Chooses the lines of a project's log that explain its state. */
record WhyLines(Logs logs, Optional<LogRecords> records) {

  private static final int LAST = 5;
  private static final int MOST = 12;

  /** The time before a crash in which an error counts as its cause. */
  private static final Duration LED_TO_IT = Duration.ofMinutes(1);

  /** The time in which the last lines of a server reach the log. */
  private static final Duration DRAINED = Duration.ofSeconds(1);

  /**
   * Returns the last lines. If the last end was a crash, the error that caused it and the beginning
   * of its record come first.
   */
  List<String> of(ProjectStatus project) throws IOException {
    List<TimedLine> last = logs.tail(project.name(), LAST).timed();
    Optional<Exit> crash =
        project.lastExit().filter(exit -> !exit.expected() && exit.by() == EndedBy.ITSELF);
    if (crash.isPresent() && records.isPresent()) {
      Instant end = crash.get().at();
      Optional<Instant> next =
          project.server().startedAt().map(start -> later(start, end.plus(DRAINED)));
      LastOutput output =
          LastOutput.read(logs, project.name(), Optional.of(end.minus(LED_TO_IT)), next);
      Optional<Cause> cause = output.cause(records.get(), true);
      if (cause.isPresent()) {
        Stream<TimedLine> newer =
            last.stream()
                .filter(
                    line -> next.isPresent() && line.at().filter(next.get()::isAfter).isEmpty());
        LastOutput all = new LastOutput(Stream.concat(output.lines().stream(), newer).toList());
        return Stream.concat(
                Stream.of("last error: " + CleanText.of(cause.get().text())),
                shown(all, cause, MOST))
            .toList();
      }
    }
    return shown(new LastOutput(last), Optional.empty(), LAST).toList();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Stream<String> shown(LastOutput output, Optional<Cause> cause, int most) {
    return output.quote(cause, most).stream().map("log: "::concat);
  }
}
