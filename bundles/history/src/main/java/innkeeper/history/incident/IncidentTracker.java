package innkeeper.history.incident;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.incident.IncidentSource.Trouble;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.CleanText;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.IncidentStore.StoredIncident;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the incidents that are open or may continue, and writes them to bot.db. An incident that
 * cannot be written is kept, and written with the next status. Used by one thread.
 */
final class IncidentTracker {

  private static final Logger LOG = LoggerFactory.getLogger(IncidentTracker.class);

  /** The key of the backups' incident; it cannot be the beginning of a channelId. */
  private static final String BACKUP = "/backup";

  /** The prefix before name and key of a trouble that a source reported. */
  private static final String SOURCE = "/source/";

  /** The time after which the incidents of a silent source end. */
  private static final Duration SOURCE_AWAY = Duration.ofMinutes(1);

  private static final int LONGEST_KEY = 100;
  private static final int LONGEST_CAUSE = 500;
  private static final int MOST_LOADED = 1000;

  private final Surroundings surroundings;
  private final LogEvidence log;

  /** The time until which an earlier host or bundle watched: earlier ends were counted. */
  private final Instant since;

  private final Instant hostSince;

  private final Map<String, Situation> situations = new HashMap<>();

  /** The changed incidents that are not stored yet, by the key of {@link #situations}. */
  private final Set<String> unsaved = new HashSet<>();

  /** The incidents that are complete already, such as an outage of the host. */
  private final List<Incident> ended = new ArrayList<>();

  /** The time of each source's last report, by its name. */
  private final Map<String, Instant> told = new HashMap<>();

  private boolean loaded;

  /**
   * @param hostSince the start of this host's process; an earlier end happened while no host ran
   */
  IncidentTracker(IncidentService.Services services, Instant since, Instant hostSince) {
    this.surroundings = new Surroundings(services);
    this.log = new LogEvidence(services);
    this.since = since;
    this.hostSince = hostSince;
  }

  /**
   * Loads the incidents that an earlier host left.
   *
   * @return false if they cannot be read now
   */
  boolean load(IncidentStore store, Instant now) {
    if (loaded) {
      return true;
    }
    try {
      List<StoredIncident> found = new ArrayList<>();
      found.addAll(store.find(List.of(), Instant.MIN, Instant.MAX, Optional.of(true), MOST_LOADED));
      found.addAll(
          store.find(
              List.of(),
              now.minus(Incidents.REOPENS),
              Instant.MAX,
              Optional.of(false),
              MOST_LOADED));
      found.forEach(this::take);
      loaded = true;
    } catch (StoreException e) {
      LOG.debug("incidents not read yet", e);
    }
    return loaded;
  }

  private void take(StoredIncident stored) {
    try {
      Incident incident = IncidentText.read(stored);
      if (incident.kind() == IncidentKind.HOST_OUTAGE) {
        return;
      }
      // The open incidents come first, then the newest.
      situations.putIfAbsent(key(incident), Situation.of(Optional.of(incident), since));
    } catch (IllegalArgumentException e) {
      LOG.warn("incident cannot be read, left as it is reason=\"{}\"", e.getMessage());
    }
  }

  private static String key(Incident incident) {
    return switch (incident.kind()) {
      case BACKUP_FAILURE -> BACKUP;
      case FAULT, MISSED_RUN -> SOURCE + incident.subject().source();
      default -> incident.channelId();
    };
  }

  private Situation situation(String key) {
    return situations.getOrDefault(key, Situation.of(Optional.empty(), since));
  }

  /** Handles a project's status, changed or not. */
  void look(ProjectStatus status, Instant now) {
    String id = status.channelId();
    Situation was = situation(id);
    ProjectRules.Step step = ProjectRules.next(was, status, now, hostSince);
    Situation next = step.situation();
    step.closed().ifPresent(ended::add);
    if (step.opened()) {
      next = next.with(next.incident().map(surroundings::before));
    }
    if (step.ended().isPresent()) {
      LogEvidence.Evidence evidence =
          log.read(id, status.name(), step.ended().get(), next.expected());
      next = ProjectRules.evidence(next, evidence.end(), evidence.replaces());
    }
    put(id, was, next);
  }

  private void put(String key, Situation was, Situation next) {
    situations.put(key, next);
    if (next.incident().isPresent() && !next.incident().equals(was.incident())) {
      unsaved.add(key);
    }
  }

  /** Ends the incidents of all projects that are not in this list of defined ones. */
  void defined(Collection<String> channelIds, Instant now) {
    for (String id : List.copyOf(situations.keySet())) {
      if (!id.startsWith("/") && !channelIds.contains(id)) {
        removed(id, now);
      }
    }
  }

  /**
   * Handles all present troubles of a source. A trouble of an earlier report that is missing now is
   * over.
   */
  void troubles(String source, List<Trouble> troubles, Instant now) {
    told.put(source, now);
    Set<String> lasting = new HashSet<>();
    for (Trouble trouble : troubles.subList(0, Math.min(IncidentSource.MOST, troubles.size()))) {
      String name = source + "/" + cut(CleanText.of(trouble.key()), LONGEST_KEY);
      String key = SOURCE + name;
      if (lasting.add(key)) {
        Situation was = situation(key);
        put(key, was, was.with(Optional.of(fault(was, name, trouble, now))));
      }
    }
    over(SOURCE + source + "/", lasting, now);
  }

  private Incident fault(Situation was, String name, Trouble trouble, Instant now) {
    Instant from = trouble.from().isAfter(now) ? now : trouble.from();
    Incident incident =
        was.incident()
            .filter(i -> i.open() || i.to().get().isAfter(now.minus(Incidents.REOPENS)))
            .orElseGet(
                () ->
                    surroundings.before(
                        IncidentEdit.begin(trouble.channelId(), trouble.kind(), from)
                            .source(name)
                            .incident()));
    String cause = cut(CleanText.of(trouble.cause()), LONGEST_CAUSE);
    return IncidentEdit.of(incident).lasts().cause(cause).incident();
  }

  /**
   * Ends the incidents whose keys begin with a prefix, except the given ones; forgets those that
   * cannot continue.
   */
  private void over(String prefix, Set<String> lasting, Instant now) {
    for (String key : List.copyOf(situations.keySet())) {
      if (!key.startsWith(prefix) || lasting.contains(key)) {
        continue;
      }
      Situation was = situation(key);
      put(key, was, ProjectRules.removed(was, now));
      Instant last = now.minus(Incidents.REOPENS);
      if (was.incident().flatMap(Incident::to).filter(last::isAfter).isPresent()
          && !unsaved.contains(key)) {
        situations.remove(key);
      }
    }
  }

  /** Ends the incidents of sources that have reported nothing for a while. */
  void sourcesAway(Instant now) {
    for (String key : List.copyOf(situations.keySet())) {
      if (key.startsWith(SOURCE)) {
        String source = key.substring(SOURCE.length(), key.indexOf('/', SOURCE.length()));
        if (told.computeIfAbsent(source, s -> now).plus(SOURCE_AWAY).isBefore(now)) {
          over(SOURCE + source + "/", Set.of(), now);
        }
      }
    }
  }

  private static String cut(String text, int longest) {
    String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= longest ? line : line.substring(0, longest - 1) + "…";
  }

  void removed(String id, Instant now) {
    Situation was = situation(id);
    put(id, was, ProjectRules.removed(was, now));
    surroundings.forget(id);
    log.forget(id);
    if (!unsaved.contains(id)) {
      situations.remove(id);
    }
  }

  void backup(String phase, String detail, Instant now) {
    Situation was = situation(BACKUP);
    if (phase.equals("failed")) {
      put(BACKUP, was, was.with(Optional.of(failedBackup(was, detail, now))));
    } else if (phase.equals("published")) {
      put(BACKUP, was, was.with(was.lasting().map(i -> IncidentEdit.of(i).end(now).incident())));
    }
  }

  private Incident failedBackup(Situation was, String detail, Instant now) {
    Incident incident =
        was.lasting()
            .orElseGet(
                () ->
                    surroundings.before(
                        IncidentEdit.begin("", IncidentKind.BACKUP_FAILURE, now).incident()));
    return IncidentEdit.of(incident)
        .runs(incident.course().runs() + 1)
        .cause(CleanText.of("A backup failed: " + detail))
        .incident();
  }

  /**
   * Records that no host ran.
   *
   * @param from the time of the last host's last sample; it may have run for a while after that
   * @param to the time at which this host ran
   * @param lastSince the start of the last host's process; empty if unknown
   * @param machineDown whether the machine went down while it ran
   */
  void outage(Instant from, Instant to, Optional<Instant> lastSince, boolean machineDown) {
    LogEvidence.HostEnd end = log.hostEnd(from, lastSince, hostSince);
    Instant begin = end.seen().filter(at -> at.isBefore(to)).filter(from::isBefore).orElse(from);
    String cause =
        "No host ran for at most "
            + Duration.between(begin, to).toSeconds()
            + " s: "
            + (machineDown
                ? "the machine went down or was restarted"
                : "the host process ended without being stopped")
            + (end.error().isEmpty() ? "" : "; its log: " + end.error());
    ended.add(
        surroundings.before(
            IncidentEdit.begin("", IncidentKind.HOST_OUTAGE, begin)
                .end(to)
                .runs(1)
                .cause(cause)
                .ends(end.at(begin))
                .incident()));
  }

  /**
   * Changes an incident that is open or may continue.
   *
   * @return empty if the id belongs to another incident
   */
  Optional<Incident> change(long id, java.util.function.UnaryOperator<Incident> how) {
    for (Map.Entry<String, Situation> one : situations.entrySet()) {
      Optional<Incident> incident = one.getValue().incident().filter(i -> i.id() == id);
      if (incident.isPresent()) {
        Incident now = how.apply(incident.get());
        one.setValue(one.getValue().with(Optional.of(now)));
        unsaved.add(one.getKey());
        return Optional.of(now);
      }
    }
    return Optional.empty();
  }

  /**
   * Writes all changes, in one transaction.
   *
   * @return the written incidents, as they are now
   */
  List<Incident> save(IncidentStore store) {
    if (unsaved.isEmpty() && ended.isEmpty()) {
      return List.of();
    }
    Map<String, Incident> changed = new LinkedHashMap<>();
    for (String key : unsaved) {
      Optional.ofNullable(situations.get(key))
          .flatMap(Situation::incident)
          .ifPresent(incident -> changed.put(key, surroundings.actors(incident)));
    }
    List<StoredIncident> rows =
        new ArrayList<>(changed.values().stream().map(IncidentText::stored).toList());
    ended.forEach(incident -> rows.add(IncidentText.stored(incident)));
    List<Long> ids = store.put(rows);
    List<Incident> written = new ArrayList<>();
    int at = 0;
    for (Map.Entry<String, Incident> one : changed.entrySet()) {
      Incident now = IncidentEdit.of(one.getValue()).id(ids.get(at++)).incident();
      if (one.getValue().id() == 0) {
        LOG.info(
            "incident began id={} kind={} channelId={}",
            now.id(),
            now.kind().word(),
            now.channelId());
      }
      situations.computeIfPresent(one.getKey(), (key, was) -> was.with(Optional.of(now)));
      written.add(now);
    }
    for (Incident one : ended) {
      written.add(IncidentEdit.of(one).id(ids.get(at++)).incident());
    }
    unsaved.clear();
    ended.clear();
    return written;
  }

  int open() {
    return (int) situations.values().stream().filter(s -> s.lasting().isPresent()).count();
  }
}
