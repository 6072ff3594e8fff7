package innkeeper.history.incident;

import innkeeper.api.incident.Incident.End;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
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
  private static final int READ_LINES = 200;
  private static final int LONGEST_LINE = 500;
  private static final long DRAIN_SECONDS = 2;

  private final IncidentService.Services services;

  /**
   * The part of the log that was read for an end.
   *
   * @param at when the server ended
   * @param from the log's position before; "" if unknown
   * @param to the log's position afterwards
   */
  private record Reading(Instant at, String from, String to) {}

  /**
   * The lines before an end.
   *
   * @param recent those of the last minute, and those without a known time
   */
  private record Lines(List<String> all, List<String> recent) {
    static final Lines NONE = new Lines(List.of(), List.of());
  }

  /** The last reading of each project, by channelId. */
  private final Map<String, Reading> readings = new HashMap<>();

  LogEvidence(IncidentService.Services services) {
    this.services = services;
  }

  /**
   * The evidence in the log about an end.
   *
   * @param end with the lines before it, and the text of its last error record
   * @param replaces the time of the end before, if its lines cannot be separated from those of this
   *     one
   */
  record Evidence(End end, Optional<Instant> replaces) {}

  /**
   * Reads the evidence in the log. The first restart is immediate, so the next server may have
   * printed already. So servers that end in quick succession are read together; the last of them
   * waits before its restart.
   */
  Evidence read(String channelId, String name, End end) {
    Optional<Reading> before = Optional.ofNullable(readings.get(channelId));
    Optional<Reading> burst = before.filter(r -> end.at().isBefore(r.at().plus(BURST)));
    String from = burst.map(Reading::from).or(() -> before.map(Reading::to)).orElse("");
    Lines lines = lines(channelId, name, from, end.at());
    // A signal from outside, or the host, ended the server, so its own errors did not.
    List<String> own = end.by() == EndedBy.ITSELF ? lines.recent() : List.of();
    return new Evidence(seen(end, lines.all(), own), burst.map(Reading::at));
  }

  /**
   * Returns the end with the evidence in these lines.
   *
   * @param own those that may hold the error that ended it
   */
  private End seen(End end, List<String> lines, List<String> own) {
    String error = CleanText.of(services.records().last(own));
    List<String> shown = last(lines).stream().map(LogEvidence::cut).toList();
    return new End(end.at(), end.code(), end.signal(), end.count(), cut(error), shown, end.by());
  }

  /**
   * The end of the last host, as far as bot.log shows it.
   *
   * @param lines the last ones, oldest first
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
      LogQuery query = LogQuery.newest(READ_LINES).between(Optional.of(from), Optional.of(next));
      Optional<Logs> logs = services.logs().get();
      timed = logs.isEmpty() ? List.of() : logs.get().read(Logs.MAIN, query).lines();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the last host's log not read", e);
    }
    List<String> lines = timed.stream().map(TimedLine::line).toList();
    List<String> own = lines.stream().filter(LogEvidence::speaksOfHostEnd).toList();
    return new HostEnd(
        last(lines).stream().map(LogEvidence::cut).toList(),
        cut(CleanText.of(services.records().last(own))),
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

  private Lines lines(String channelId, String name, String from, Instant at) {
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
      Logs.Tail tail =
          logs.get().tail(name, READ_LINES, from.isEmpty() ? List.of() : List.of(from));
      readings.put(channelId, new Reading(at, from, tail.cursor()));
      int fresh = from.isEmpty() ? -1 : tail.after().get(0);
      List<TimedLine> timed = tail.timed();
      if (fresh >= 0) {
        // An error of an earlier server did not end this one.
        timed = timed.subList(Math.max(0, timed.size() - fresh), timed.size());
      }
      Instant since = at.minus(LED_TO_IT);
      List<TimedLine> recent =
          timed.stream().filter(l -> l.at().filter(since::isAfter).isEmpty()).toList();
      return new Lines(texts(timed, tail.unfinished()), texts(recent, tail.unfinished()));
    } catch (IOException | RuntimeException e) {
      LOG.debug("lines before an end not read channelId={}", channelId, e);
      return Lines.NONE;
    }
  }

  private static List<String> texts(List<TimedLine> lines, List<String> unfinished) {
    return Stream.concat(lines.stream().map(TimedLine::line), unfinished.stream()).toList();
  }

  private static List<String> last(List<String> all) {
    return all.subList(Math.max(0, all.size() - LINES), all.size());
  }

  /** Forgets a project that is not defined any more. */
  void forget(String channelId) {
    readings.remove(channelId);
  }
}
