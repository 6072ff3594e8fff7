package innkeeper.supervisor;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Outlives the supervisors of a test, as bot.db outlives those of a host. */
final class FakeStore implements ProjectStore, AuditLog {

  private final Map<String, StoredProject> rows = new TreeMap<>();
  private final List<AuditDraft> audit = new ArrayList<>();
  private final List<Instant> times = new ArrayList<>();
  final Set<String> unreadable = new TreeSet<>();
  volatile boolean broken;
  volatile boolean damaged;
  private volatile Duration slow = Duration.ZERO;
  final AwaitedService<ProjectStore> store = new AwaitedService<>(ProjectStore.class, "store");
  final AwaitedService<AuditLog> log = new AwaitedService<>(AuditLog.class, "store");

  FakeStore() {
    come();
  }

  void come() {
    store.add(this);
    log.add(this);
  }

  void leave() {
    store.remove(this);
    log.remove(this);
  }

  synchronized FakeStore put(ProjectDefinition d, Desired desired) {
    rows.put(d.channelId(), new StoredProject(d, desired));
    return this;
  }

  synchronized Optional<Desired> desired(String id) {
    return Optional.ofNullable(rows.get(id)).map(StoredProject::desired);
  }

  synchronized String lastWish(String id) {
    return audit.stream()
        .filter(a -> a.channelId().equals(id) && a.action().matches("project.(start|stop)"))
        .reduce((first, second) -> second)
        .orElseThrow()
        .action();
  }

  synchronized List<AuditDraft> audit(String action) {
    return audit.stream().filter(a -> a.action().equals(action)).toList();
  }

  @Override
  public synchronized List<StoredProject> projects() {
    if (damaged) {
      throw new StoreException("the projects could not be read from bot.db: malformed");
    }
    return rows.values().stream()
        .filter(row -> !unreadable.contains(row.definition().channelId()))
        .toList();
  }

  @Override
  public synchronized List<UnreadableProject> unreadable() {
    return unreadable.stream()
        .map(id -> new UnreadableProject(id, rows.get(id).desired(), "it is no JSON object"))
        .toList();
  }

  @Override
  public synchronized void apply(
      Collection<ProjectDefinition> put, Collection<String> remove, List<AuditDraft> entries) {
    check();
    for (ProjectDefinition d : put) {
      StoredProject old = rows.get(d.channelId());
      Desired desired =
          old != null ? old.desired() : d.autostart() ? Desired.RUNNING : Desired.STOPPED;
      rows.put(d.channelId(), new StoredProject(d, desired));
      unreadable.remove(d.channelId());
    }
    remove.forEach(rows::remove);
    unreadable.removeAll(remove);
    entries.forEach(this::add);
  }

  @Override
  public synchronized void desire(String channelId, Desired desired, AuditDraft entry) {
    check();
    StoredProject old = rows.get(channelId);
    if (old == null) {
      throw new StoreException("not defined: " + channelId);
    }
    rows.put(channelId, new StoredProject(old.definition(), desired));
    add(entry);
  }

  /** Each write fails, but only after a while. */
  void failAfter(Duration patience) {
    slow = patience;
    broken = true;
  }

  private void check() {
    if (broken) {
      try {
        Thread.sleep(slow.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new StoreException("disk full");
    }
  }

  @Override
  public synchronized AuditEntry append(AuditDraft draft) {
    check();
    add(draft);
    return entry(audit.size(), times.get(audit.size() - 1), draft);
  }

  private void add(AuditDraft draft) {
    audit.add(draft);
    times.add(Instant.now());
  }

  private static AuditEntry entry(long seq, Instant at, AuditDraft draft) {
    return new AuditEntry(
        seq,
        at,
        draft.action(),
        draft.channelId(),
        draft.actor(),
        draft.outcome(),
        draft.detail(),
        "",
        "");
  }

  @Override
  public synchronized Page entries(int limit, long before, String channelId, String action) {
    List<AuditEntry> all = new ArrayList<>();
    for (int i = 0; i < audit.size(); i++) {
      AuditDraft a = audit.get(i);
      if (a.channelId().equals(channelId) && a.action().equals(action)) {
        all.add(entry(i + 1, times.get(i), a));
      }
    }
    return new Page(all, OptionalLong.empty());
  }

  @Override
  public Verification verify() {
    return new Verification(0, OptionalLong.empty(), "");
  }
}
