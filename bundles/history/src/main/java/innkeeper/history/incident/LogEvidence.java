package innkeeper.history.incident;

import innkeeper.api.incident.Incident.End;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.LastOutput;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogRecords;
import innkeeper.api.supervisor.EndedBy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the evidence about an end in logs. A log that cannot be read gives none. Used by one
 * thread.
 */
final class LogEvidence {

  private static final Logger LOG = LoggerFactory.getLogger(LogEvidence.class);

  /** The time before an end in which an error counts as its cause. */
  private static final Duration LED_TO_IT = Duration.ofMinutes(1);

  /** The time between ends whose lines are read together. */
  private static final Duration BURST = Duration.ofSeconds(2);

  /**
   * The lines of the bundle boot about the end of its own process, and lines about lack of memory.
   */
  private static final Pattern HOST_ENDS =
      Pattern.compile(
          "OutOfMemoryError|thread ended name=|the host ends|ending anyway|ended the (host|process)"
              + "|host cannot go on");

  private static final int LINES = 20;
  private static final int HOST_LINES = 200;
  private static final int LONGEST_LINE = 500;
  private static final long DRAIN_SECONDS = 2;

  private final IncidentService.Services services;

  /**
   * The part of the log that was read for an end.
   *
   * @param at when the server ended
   * @param from the last line before that part; empty if unknown
   * @param to the last line of that part; empty if unknown
   */
  private record Reading(Instant at, Optional<TimedLine> from, Optional<TimedLine> to) {}

  /**
   * The lines before an end.
   *
   * @param shown the newest ones, of any age
   * @param recent those of the last minute, and those without a known time
   */
  private record Lines(LastOutput shown, LastOutput recent) {
    static final Lines NONE = new Lines(new LastOutput(List.of()), new LastOutput(List.of()));
  }

  /** The last reading of each project, by channelId. */
  private final Map<String, Reading> readings = new HashMap<>();

  LogEvidence(IncidentService.Services services) {
    this.services = services;
  }

  /**
   * The evidence in the log about an end.
   *
   * @param end with the lines before it, and the text of the record that says why
   * @param replaces the time of the end before, if its lines cannot be separated from those of this
   *     one
   */
  record Evidence(End end, Optional<Instant> replaces) {}

  /**
   * Reads the evidence in the log. The first restart is immediate, so the next server may have
   * printed already. So servers that end in quick succession are read together; the last of them
   * waits before its restart.
   *
   * @param expected whether the end was requested, or had a success code
   */
  Evidence read(String channelId, String name, End end, boolean expected) {
    Optional<Reading> before = Optional.ofNullable(readings.get(channelId));
    Optional<Reading> burst = before.filter(r -> end.at().isBefore(r.at().plus(BURST)));
    Optional<TimedLine> from = burst.isPresent() ? burst.get().from() : before.flatMap(Reading::to);
    Lines lines = lines(channelId, name, from, end.at());
    // A signal from outside, or the host, ended the server, so its own errors did not.
    Optional<LogRecords.Cause> cause =
        end.by() == EndedBy.ITSELF ? cause(lines.recent(), !expected) : Optional.empty();
    End found =
        new End(
            end.at(),
            end.code(),
            end.signal(),
            end.count(),
            text(cause),
            quote(lines.shown(), cause),
            end.by());
    return new Evidence(found, burst.map(Reading::at));
  }

  private Optional<LogRecords.Cause> cause(LastOutput output, boolean unexpected) {
    return services.records().get().flatMap(records -> output.cause(records, unexpected));
  }

  private static String text(Optional<LogRecords.Cause> cause) {
    return cut(cause.map(found -> CleanText.of(found.text())).orElse(""));
  }

  private static List<String> quote(LastOutput output, Optional<LogRecords.Cause> cause) {
    return output.quote(cause, LINES).stream().map(LogEvidence::cut).toList();
  }

  /**
   * The end of the last host, as far as bot.log shows it.
   *
   * @param lines of its log, as in {@link End#lines}
   * @param error the last one about its end; "" without one
   * @param seen when it wrote the last line; empty if it wrote none recently
   */
  record HostEnd(List<String> lines, String error, Optional<Instant> seen) {

    List<End> at(Instant when) {
      return lines.isEmpty()
          ? List.of()
          : List.of(new End(when, OptionalInt.empty(), "", 1, error, lines));
    }
  }

  /**
   * Reads the evidence in bot.log about the last host.
   *
   * @param at the time of its last sample; lines from a minute before it count
   * @param since when it began; lines of an earlier host say nothing about its end
   * @param next when the next host's process began
   */
  HostEnd hostEnd(Instant at, Optional<Instant> since, Instant next) {
    List<TimedLine> timed = List.of();
    Instant minute = at.minus(LED_TO_IT);
    Instant from = since.filter(minute::isBefore).orElse(minute);
    try {
      LogQuery query = LogQuery.newest(HOST_LINES).between(Optional.of(from), Optional.of(next));
      Optional<Logs> logs = services.logs().get();
      timed = logs.isEmpty() ? List.of() : logs.get().read(Logs.MAIN, query).lines();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the last host's log not read", e);
    }
    List<TimedLine> own = timed.stream().filter(line -> speaksOfHostEnd(line.line())).toList();
    Optional<LogRecords.Cause> cause = cause(new LastOutput(own), false);
    return new HostEnd(
        quote(new LastOutput(timed), cause),
        text(cause),
        timed.stream().flatMap(line -> line.at().stream()).max(Comparator.naturalOrder()));
  }

  /**
   * Returns whether a line is about the end of the host; other errors, such as those about a
   * project, do not end it.
   */
  private static boolean speaksOfHostEnd(String line) {
    return HOST_ENDS.matcher(line).find() && !line.contains("\"channelId\"");
  }

  private static String cut(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }

  private Lines lines(String channelId, String name, Optional<TimedLine> from, Instant at) {
    Optional<Logs> logs = services.logs().get();
    if (logs.isEmpty()) {
      return Lines.NONE;
    }
    try {
      logs.get().drained(name).get(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      LOG.debug("output not drained channelId={}", channelId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Lines.NONE;
    }
    try {
      Optional<Instant> since = Optional.of(at.minus(LED_TO_IT));
      Logs.Tail tail = logs.get().tail(name, LINES);
      List<TimedLine> recent = LastOutput.read(logs.get(), name, since, Optional.empty()).lines();
      List<TimedLine> newest = recent.size() < LINES ? tail.timed() : recent;
      // A later line is of a server whose end is read by itself.
      Instant until = at.plus(BURST);
      Optional<TimedLine> last =
          newest.stream()
              .filter(line -> line.late() || line.at().filter(until::isBefore).isEmpty())
              .reduce((first, second) -> second);
      readings.put(channelId, new Reading(at, from, last.or(() -> from)));
      return new Lines(
          output(after(newest, from), tail.unfinished(), at),
          output(after(recent, from), tail.unfinished(), at));
    } catch (IOException | RuntimeException e) {
      LOG.debug("lines before an end not read channelId={}", channelId, e);
      return Lines.NONE;
    }
  }

  /**
   * Returns the lines after the last one of an earlier server, because an error of that server did
   * not end this one.
   */
  private static List<TimedLine> after(List<TimedLine> lines, Optional<TimedLine> last) {
    if (last.isEmpty()) {
      return lines;
    }
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).position().equals(last.get().position())) {
        return lines.subList(i + 1, lines.size());
      }
    }
    Instant from = last.get().at().orElse(Instant.MIN);
    return lines.stream().filter(line -> line.at().filter(from::isAfter).isEmpty()).toList();
  }

  private static LastOutput output(List<TimedLine> lines, List<String> unfinished, Instant at) {
    Stream<TimedLine> more =
        unfinished.stream()
            .map(
                line ->
                    new TimedLine("", Optional.of(at), Optional.of(LogStream.STDERR), false, line));
    return new LastOutput(Stream.concat(lines.stream(), more).toList());
  }

  /** Forgets a project that is not defined any more. */
  void forget(String channelId) {
    readings.remove(channelId);
  }
}
