package innkeeper.history.incident;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the evidence around an incident: lines, changes, actors and usage. Evidence that cannot be
 * read is left out, because an incomplete incident is better than a missing one. Used by one
 * thread.
 */
final class Surroundings {

  private static final Logger LOG = LoggerFactory.getLogger(Surroundings.class);
  private static final Duration BEFORE = Duration.ofHours(1);
  private static final Duration USED = Duration.ofMinutes(5);

  /** The time before a failure in which a requested start counts as its cause. */
  private static final Duration LED_TO_IT = Duration.ofMinutes(1);

  /** The time after a state within which its audit entry is written. */
  private static final Duration GRACE = Duration.ofSeconds(2);

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
  private static final int READ_ENTRIES = 1000;
  private static final int ENTRIES_A_PAGE = 50;

  /** The most acts that are kept of one incident; those after its end are not shown. */
  private static final int MOST_ACTS = 2 * Incident.MOST_ENTRIES;

  private static final Set<String> BY_PEOPLE = Set.of("http", "shell", "cli");

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
   * The actions of people, as far as the audit record was read.
   *
   * @param from the time of the first one
   * @param seq of the last entry that was read
   */
  private record Acts(Instant from, long seq, List<Action> actions) {}

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

  /** The actions around the last incident, by channelId. */
  private final Map<String, Acts> acts = new HashMap<>();

  Surroundings(IncidentService.Services services) {
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
    List<String> shown = last(lines, LINES).stream().map(Surroundings::cut).toList();
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
    List<String> own = lines.stream().filter(Surroundings::speaksOfHostEnd).toList();
    return new HostEnd(
        last(lines, LINES).stream().map(Surroundings::cut).toList(),
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

  /** Forgets a project that is not defined any more. */
  void forget(String channelId) {
    readings.remove(channelId);
    acts.remove(channelId);
  }

  /** Adds changes and usage from before the incident. */
  Incident before(Incident incident) {
    List<Change> changes = new ArrayList<>(audited(incident));
    environmentFile(incident).ifPresent(changes::add);
    changes.sort(Comparator.comparing(Change::at));
    return IncidentEdit.of(incident)
        .before(last(changes, Incident.MOST_ENTRIES), usage(incident))
        .incident();
  }

  private static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /**
   * Returns the newest entries of a project, or of all projects, up to the first old one; the
   * oldest comes first.
   */
  private List<AuditEntry> entries(String channelId, Predicate<AuditEntry> old) {
    Optional<AuditLog> audit = services.audit().get();
    if (audit.isEmpty()) {
      return List.of();
    }
    Deque<AuditEntry> found = new ArrayDeque<>();
    try {
      OptionalLong before = OptionalLong.of(Long.MAX_VALUE);
      while (before.isPresent() && found.size() < READ_ENTRIES) {
        AuditLog.Page page = audit.get().entries(ENTRIES_A_PAGE, before.getAsLong(), channelId, "");
        before = page.next();
        for (int i = page.entries().size() - 1; i >= 0; i--) {
          if (old.test(page.entries().get(i))) {
            return List.copyOf(found);
          }
          found.addFirst(page.entries().get(i));
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("audit record not read", e);
    }
    return List.copyOf(found);
  }

  private List<Change> audited(Incident incident) {
    String id = incident.channelId();
    Instant from = incident.from().minus(BEFORE);
    return entries("", entry -> entry.ts().isBefore(from)).stream()
        .filter(entry -> !entry.ts().isAfter(incident.from()))
        .filter(entry -> entry.outcome().equals("ok"))
        .filter(entry -> entry.channelId().isEmpty() || entry.channelId().equals(id))
        .flatMap(entry -> change(entry).stream())
        .toList();
  }

  private static Optional<Change> change(AuditEntry entry) {
    String action = entry.action();
    String what =
        switch (action) {
          case "project.define", "project.change" -> "definition";
          case "host.upgrade" -> "release";
          case "config.change" -> "setting";
          case "database.restore", "database.replace" -> "database";
          default -> action.startsWith("surface.") ? "bundle" : "";
        };
    String detail =
        what.equals("definition") || what.equals("setting")
            ? entry.detail()
            : (action + " " + entry.detail()).strip();
    return what.isEmpty()
        ? Optional.empty()
        : Optional.of(new Change(entry.ts(), what, detail, entry.actor().via().word()));
  }

  private Optional<Change> environmentFile(Incident incident) {
    try {
      for (ProjectDefinition definition :
          services.supervisor().get().map(Supervisor::definitions).orElse(List.of())) {
        if (definition.channelId().equals(incident.channelId())) {
          return environmentFile(incident, definition);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("environment file not looked at channelId={}", incident.channelId(), e);
    }
    return Optional.empty();
  }

  private static Optional<Change> environmentFile(Incident incident, ProjectDefinition definition)
      throws IOException {
    if (definition.envFile().isEmpty()) {
      return Optional.empty();
    }
    Path file = definition.envFile().get();
    Instant at = Files.getLastModifiedTime(file).toInstant();
    boolean within = at.isAfter(incident.from().minus(BEFORE)) && !at.isAfter(incident.from());
    return within
        ? Optional.of(new Change(at, "environment file", file.getFileName().toString(), ""))
        : Optional.empty();
  }

  private Optional<Usage> usage(Incident incident) {
    try {
      History.Query query =
          new History.Query(
              incident.channelId().isEmpty() ? List.of() : List.of(incident.channelId()),
              incident.channelId().isEmpty(),
              Set.of(Metric.CPU, Metric.RSS),
              incident.from().minus(USED),
              incident.from(),
              Optional.empty());
      Map<Metric, List<Point>> points = services.history().read(query).get(0).metrics();
      Usage usage = new Usage(range(points.get(Metric.CPU)), range(points.get(Metric.RSS)));
      return usage.cpuPercent().isEmpty() && usage.rssBytes().isEmpty()
          ? Optional.empty()
          : Optional.of(usage);
    } catch (RuntimeException e) {
      LOG.debug("usage before an incident not read channelId={}", incident.channelId(), e);
      return Optional.empty();
    }
  }

  private static Optional<Range> range(List<Point> points) {
    if (points.isEmpty()) {
      return Optional.empty();
    }
    double avg = points.stream().mapToDouble(Point::avg).average().orElse(0);
    return Optional.of(
        new Range(
            points.stream().mapToDouble(Point::min).min().orElse(0),
            Math.round(avg * 1000) / 1000.0,
            points.stream().mapToDouble(Point::max).max().orElse(0)));
  }

  /** Adds the actions of people since the incident began, and just before. */
  Incident actors(Incident incident) {
    String id = incident.channelId();
    if (id.isEmpty()) {
      return incident;
    }
    Instant from = incident.from().minus(LED_TO_IT);
    Acts before =
        Optional.ofNullable(acts.get(id))
            .filter(known -> known.from().equals(from))
            .orElse(new Acts(from, 0, List.of()));
    List<AuditEntry> fresh =
        entries(id, entry -> entry.seq() <= before.seq() || entry.ts().isBefore(from));
    List<Action> actions = new ArrayList<>(before.actions());
    fresh.stream()
        .filter(entry -> entry.action().startsWith("project."))
        .filter(entry -> BY_PEOPLE.contains(entry.actor().via().word()))
        .map(entry -> new Action(entry.ts(), entry.action(), entry.actor()))
        .forEach(actions::add);
    long seq = fresh.isEmpty() ? before.seq() : fresh.get(fresh.size() - 1).seq();
    acts.put(id, new Acts(from, seq, List.copyOf(last(actions, MOST_ACTS))));
    Instant to = incident.to().map(end -> end.plus(GRACE)).orElse(Instant.MAX);
    List<Action> shown = actions.stream().filter(action -> !action.at().isAfter(to)).toList();
    return IncidentEdit.of(incident).actors(last(shown, Incident.MOST_ENTRIES)).incident();
  }
}
