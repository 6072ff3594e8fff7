package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.BackupProgress;
import innkeeper.admin.events.EventBody.BackupState;
import innkeeper.admin.events.EventBody.Gap;
import innkeeper.admin.events.EventBody.ProjectRemoved;
import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Records;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditListener;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.health.HealthReport;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentListener;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the events that listeners report, and passes them to every stream. All work is done on
 * one thread, in order; a caller that reports an event never waits.
 */
public final class EventHub
    implements ProjectListener, AuditListener, BackupListener, IncidentListener {

  private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);
  private static final int REMEMBERED = 1024;

  /** The phases of a backup that may change the list of backups. */
  private static final Set<String> CHANGES_BACKUPS = Set.of("failed", "published", "pruned");

  private final Supplier<ServiceSnapshot> services;
  private final StateSnapshot scene;
  private final String boot;
  private final Executor thread;
  private final Runnable stirred;

  // The hub's thread alone uses the following fields.
  private final RecentEvents ring = new RecentEvents(REMEMBERED);
  private final Set<EventStream> streams = new LinkedHashSet<>();
  private final Map<String, ProjectStatus> told = new HashMap<>();
  private HealthReport health;

  /**
   * Creates a hub without streams.
   *
   * @param thread runs one task at a time, in order
   * @param stirred runs after an event that may change the host's health
   */
  EventHub(
      Supplier<ServiceSnapshot> services,
      StateSnapshot scene,
      String boot,
      Executor thread,
      Runnable stirred) {
    this.services = services;
    this.scene = scene;
    this.boot = boot;
    this.thread = thread;
    this.stirred = stirred;
  }

  @Override
  public void changed(ProjectStatus now) {
    run(
        () -> {
          ProjectStatus stable = Records.stable(now);
          if (stable.equals(told.put(now.channelId(), stable))) {
            return;
          }
          publish("project", 0, () -> scene.project(services.get(), now));
          stirred.run();
        });
  }

  @Override
  public void removed(String channelId) {
    run(
        () -> {
          told.remove(channelId);
          publish("project", 0, () -> new ProjectRemoved(channelId, true));
          stirred.run();
        });
  }

  @Override
  public void appended(AuditEntry entry) {
    run(() -> publish("audit", entry.seq(), () -> entry));
  }

  @Override
  public void progress(String phase, int percent, String detail) {
    run(
        () -> {
          BackupState state =
              CHANGES_BACKUPS.contains(phase) ? scene.backups(services.get()) : null;
          publish("backup", 0, () -> new BackupProgress(phase, percent, detail, state));
          stirred.run();
        });
  }

  @Override
  public void changed(Incident incident) {
    run(() -> publish("incident", 0, () -> incident));
  }

  /**
   * Stores the newest health report.
   *
   * @param differs whether it differs in more than its times; only then it is published
   */
  void health(HealthReport report, boolean differs) {
    run(
        () -> {
          health = report;
          if (differs) {
            publish("health", 0, () -> report);
          }
        });
  }

  void tell(String type, Record data) {
    run(() -> publish(type, 0, () -> data));
  }

  /** Checks for each slow reader whether it has read all that was sent to it. */
  void catchUp() {
    run(() -> List.copyOf(streams).forEach(this::catchUp));
  }

  /** Sends an event to the current streams only. It is not remembered. */
  void tellNow(String type, Record data) {
    run(() -> hand(new Event(type, 0, 0, () -> data)));
  }

  /**
   * Numbers an event, remembers it and passes it to the streams. Its body is built when the first
   * stream takes it, because often no stream is open.
   */
  private void publish(String type, long audit, Supplier<? extends Record> data) {
    Event event = new Event(type, ring.next(), audit, data);
    ring.add(event);
    hand(event);
  }

  private void hand(Event event) {
    for (EventStream stream : List.copyOf(streams)) {
      stream.offer(event);
      catchUp(stream);
    }
  }

  /**
   * Brings a slow reader up to date after it has read all that was sent to it, and reports the gap.
   */
  private void catchUp(EventStream stream) {
    long missed = stream.missed();
    if (missed > 0 && stream.outlet().empty()) {
      stream.tell("gap", Gap.events(missed));
      bringUpToDate(stream);
    }
  }

  /**
   * Begins a stream. It sends the events that the reader has missed, or the complete state; new
   * events follow.
   *
   * @param known the reader's last position; empty for a new reader
   * @param then runs when the stream has begun
   */
  void begin(EventStream stream, Optional<EventId> known, Runnable then) {
    run(
        () -> {
          Optional<List<Event>> missed =
              known.filter(id -> id.boot().equals(boot)).flatMap(id -> ring.after(id.seq()));
          if (missed.isPresent()) {
            missed.get().forEach(stream::offer);
          } else if (known.isPresent()) {
            bringUpToDate(stream);
          } else {
            Snapshot all = scene.all(services.get(), health, false);
            stream.send("snapshot", ring.seq(), last(all.audit()), all);
          }
          streams.add(stream);
          then.run();
        });
  }

  private void bringUpToDate(EventStream stream) {
    ServiceSnapshot now = services.get();
    long had = stream.audited();
    List<AuditEntry> entries = scene.audit(now, 1000);
    stream.send("snapshot", ring.seq(), 0, scene.all(now, health, true));
    if (!entries.isEmpty() && entries.get(0).seq() > had + 1) {
      stream.tell("gap", Gap.audit(had + 1, entries.get(0).seq() - 1));
    }
    for (AuditEntry entry : entries) {
      if (entry.seq() > had) {
        stream.send("audit", ring.seq(), entry.seq(), entry);
      }
    }
  }

  private static long last(List<AuditEntry> entries) {
    return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).seq();
  }

  /** Returns the number of the last event. Any thread may call this method. */
  long seq() {
    return ring.seq();
  }

  void end(EventStream stream) {
    run(() -> streams.remove(stream));
  }

  private void run(Runnable task) {
    try {
      thread.execute(
          () -> {
            try {
              task.run();
            } catch (RuntimeException e) {
              LOG.error("event could not be sent", e);
            }
          });
    } catch (RejectedExecutionException e) {
      LOG.debug("event came after the end", e);
    }
  }
}
