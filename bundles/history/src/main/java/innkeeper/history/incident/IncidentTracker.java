package innkeeper.history.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.IncidentSource.Trouble;
import innkeeper.api.log.CleanText;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.IncidentStore.StoredIncident;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * The incidents that last or may go on, and their way to bot.db. What cannot be written is kept and
 * tried again with the next look. For one thread.
 */
final class IncidentTracker {

  private static final Logger LOG = LoggerFactory.getLogger(IncidentTracker.class);

  /** Begins the keys of incidents that no project's status tells; no channelId begins so. */
  private static final String TOLD = "/";

  private static final String BACKUP = TOLD + "backup";

  private static final int MOST_LOADED = 1000;

  private final Surroundings surroundings;

  /** Until when an earlier host, or bundle, looked: what ended before was counted. */
  private final Instant since;

  private final Map<String, Situation> situations = new HashMap<>();

  /** Changed and not stored yet, by the key of {@link #situations}. */
  private final Set<String> unsaved = new HashSet<>();

  /** Complete already, such as an outage of the host. */
  private final List<Incident> ended = new ArrayList<>();

  private boolean loaded;

  IncidentTracker(Surroundings surroundings, Instant since) {
    this.surroundings = surroundings;
    this.since = since;
  }

  /**
   * Takes up what an earlier host left.
   *
   * @return false if nothing can be read now
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
              now.minus(ProjectRules.REOPENS),
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
      // Those that last come first, then the newest.
      situations.putIfAbsent(key(incident), Situation.of(Optional.of(incident), since));
    } catch (IllegalArgumentException e) {
      LOG.warn("incident cannot be read, left as it is reason=\"{}\"", e.getMessage());
    }
  }

  private static String key(Incident incident) {
    return switch (incident.kind()) {
      case BACKUP_FAILURE -> BACKUP;
      case MISSED_RUN, REPORTED -> key(incident.kind(), incident.channelId());
      default -> incident.channelId();
    };
  }

  private static String key(IncidentKind kind, String channelId) {
    return TOLD + kind.word() + "/" + channelId;
  }

  private Situation situation(String key) {
    return situations.getOrDefault(key, Situation.of(Optional.empty(), since));
  }

  /** A project's status now, whether it changed or not. */
  void look(ProjectStatus status, Instant now) {
    String id = status.channelId();
    Situation was = situation(id);
    ProjectRules.Step step = ProjectRules.next(was, status, now);
    Situation next = step.situation();
    if (step.opened()) {
      next = next.with(next.incident().map(surroundings::before));
    }
    if (step.ended().isPresent()) {
      Surroundings.Evidence evidence = surroundings.read(id, status.name(), step.ended().get());
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

  /** These projects are defined: an incident of any other is over. */
  void defined(Collection<String> channelIds, Instant now) {
    for (String id : List.copyOf(situations.keySet())) {
      if (!id.startsWith(TOLD) && !channelIds.contains(id)) {
        removed(id, now);
      }
    }
  }

  void removed(String id, Instant now) {
    Situation was = situation(id);
    put(id, was, ProjectRules.removed(was, now));
    surroundings.forget(id);
    if (!unsaved.contains(id)) {
      situations.remove(id);
    }
  }

  /** What other bundles tell of now: what they told of before and not now is over. */
  void troubles(Collection<Trouble> lasting, Instant now) {
    Set<String> told = new HashSet<>(Set.of(BACKUP));
    for (Trouble trouble : lasting) {
      String key = key(trouble.kind(), trouble.channelId());
      told.add(key);
      Situation was = situation(key);
      Instant since = trouble.since().truncatedTo(ChronoUnit.MILLIS);
      Optional<Incident> same = was.incident().filter(i -> i.from().equals(since));
      if (same.isEmpty()) {
        was.lasting().ifPresent(i -> ended.add(IncidentEdit.of(i).end(since).incident()));
      }
      Incident incident =
          same.orElseGet(
              () ->
                  surroundings.before(
                      IncidentEdit.begin(trouble.channelId(), trouble.kind(), since).incident()));
      String cause = CleanText.of(trouble.cause());
      Incident lasts = IncidentEdit.of(incident).lasts().runs(1).cause(cause).incident();
      put(key, was, was.with(Optional.of(lasts)));
    }
    for (String key : List.copyOf(situations.keySet())) {
      if (key.startsWith(TOLD) && !told.contains(key)) {
        Situation was = situation(key);
        put(key, was, was.with(was.incident().map(i -> i.open() ? over(i, now) : i)));
      }
    }
  }

  private static Incident over(Incident incident, Instant now) {
    return IncidentEdit.of(incident).end(now).incident();
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
        .runs(incident.runs() + 1)
        .cause(CleanText.of("A backup failed: " + detail))
        .incident();
  }

  /** No host ran from the one time to the other. */
  void outage(Instant from, Instant to, boolean machine) {
    String span = Duration.between(from, to).toSeconds() + " s";
    String cause =
        machine
            ? "No host ran for " + span + ": the machine went down or was restarted"
            : "No host ran for " + span + ": the host process ended without being stopped";
    ended.add(
        surroundings.before(
            IncidentEdit.begin("", IncidentKind.HOST_OUTAGE, from)
                .end(to)
                .runs(1)
                .cause(cause)
                .incident()));
  }

  /**
   * Notes something on an incident that lasts or may go on.
   *
   * @return empty if it is none of these
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

  /** Writes what changed, in one transaction. */
  void save(IncidentStore store) {
    if (unsaved.isEmpty() && ended.isEmpty()) {
      return;
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
    }
    unsaved.clear();
    ended.clear();
  }

  /** How many last. */
  int open() {
    return (int) situations.values().stream().filter(s -> s.lasting().isPresent()).count();
  }

  static Incident acknowledged(Incident incident, Actor actor, Instant now) {
    return incident.acknowledgedBy().isPresent()
        ? incident
        : IncidentEdit.of(incident).acknowledged(actor, now).incident();
  }

  static Incident snoozed(Incident incident, Instant until) {
    return IncidentEdit.of(incident).snoozed(until).incident();
  }
}
