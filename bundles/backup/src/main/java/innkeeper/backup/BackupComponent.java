package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsListener;
import innkeeper.api.store.Snapshots;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Wires backups together. */
@Component(
    service = {Backups.class, BackupHealth.class, SettingsListener.class},
    immediate = true)
public final class BackupComponent implements Backups, BackupHealth, SettingsListener {

  private static final Duration LET_GO = Duration.ofMillis(800);

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  private final BundleContext framework;
  private final Collection<BackupListener> listeners = new CopyOnWriteArrayList<>();
  private final BackupParts parts;
  private final BackupService service;
  private final BackupLoop routine;
  private final AtStop atStop;

  @Activate
  public BackupComponent(BundleContext context, @Reference Settings settings) {
    framework = context;
    parts =
        BackupParts.of(settings, Clock.systemUTC(), System::nanoTime, audit, listeners, step -> {});
    service = new BackupService(parts);
    routine = new BackupLoop(parts, service);
    atStop = new AtStop(parts, service);
  }

  @Activate
  void start() {
    routine.start();
  }

  @Deactivate
  void stop() {
    if (hostStops()) {
      parts.source().get().ifPresent(atStop::backUp);
    }
    parts.givenUp().set(true);
    parts.hookQueue().close();
    routine.close(LET_GO);
    service.close();
    service.join(LET_GO);
  }

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void setSnapshots(Snapshots snapshots) {
    parts.source().add(snapshots);
    routine.wake();
  }

  /** The store may stop before us; while this is called it still serves. */
  void unsetSnapshots(Snapshots snapshots) {
    if (hostStops()) {
      atStop.backUp(snapshots);
    }
    parts.source().remove(snapshots);
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void addListener(BackupListener listener) {
    listeners.add(listener);
  }

  void removeListener(BackupListener listener) {
    listeners.remove(listener);
  }

  /** Not when it only gives way to the next host, which goes on where this one was. */
  private boolean hostStops() {
    boolean next =
        System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
            && boot.get("host.restarting") instanceof AtomicBoolean restarting
            && restarting.get();
    return !next && framework.getBundle(0).getState() == Bundle.STOPPING;
  }

  @Override
  public void changed(Set<String> names) {
    routine.wake();
  }

  @Override
  public List<BackupManifest> list() {
    return service.list();
  }

  @Override
  public Optional<Path> file(String name) {
    return service.file(name);
  }

  @Override
  public CompletableFuture<BackupManifest> backup(String kind, Actor actor) {
    return service.backup(kind, actor);
  }

  @Override
  public Map<String, Verdict> prune(boolean dryRun, Actor actor) {
    return service.prune(dryRun, actor);
  }

  @Override
  public BackupManifest pin(String name, boolean pinned, Actor actor) {
    return service.pin(name, pinned, actor);
  }

  @Override
  public Status status() {
    return service.status();
  }

  @Override
  public Facts facts() {
    return service.facts();
  }
}
