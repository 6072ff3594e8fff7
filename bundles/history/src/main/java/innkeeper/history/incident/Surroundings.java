package innkeeper.history.incident;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.Action;
import innkeeper.api.incident.Incident.Change;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incident.Usage;
import innkeeper.api.project.ProjectDefinition;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the circumstances of an incident: changes, actors and usage. What cannot be read is left
 * out, because an incomplete incident is better than a missing one. Used by one thread.
 */
final class Surroundings {

  private static final Logger LOG = LoggerFactory.getLogger(Surroundings.class);
  private static final Duration BEFORE = Duration.ofHours(1);
  private static final Duration USED = Duration.ofMinutes(5);

  /** The time before a failure in which a requested start counts as its cause. */
  private static final Duration LED_TO_IT = Duration.ofMinutes(1);

  /** The time after a state within which its audit entry is written. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final int READ_ENTRIES = 1000;
  private static final int ENTRIES_A_PAGE = 50;

  /** The most acts that are kept of one incident; those after its end are not shown. */
  private static final int MOST_ACTS = 2 * Incident.MOST_ENTRIES;

  private static final Set<String> BY_PEOPLE = Set.of("http", "shell", "cli");

  private final IncidentService.Services services;

  /**
   * The actions of people, as far as the audit record was read.
   *
   * @param from the time of the first one
   * @param seq of the last entry that was read
   */
  private record Acts(Instant from, long seq, List<Action> actions) {}

  /** The actions around the last incident, by channelId. */
  private final Map<String, Acts> acts = new HashMap<>();

  Surroundings(IncidentService.Services services) {
    this.services = services;
  }

  /** Forgets a project that is not defined any more. */
  void forget(String channelId) {
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
