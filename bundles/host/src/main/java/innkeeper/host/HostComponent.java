package innkeeper.host;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.host.Host;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host process as a service. */
@Component(immediate = true)
public final class HostComponent implements Host {

  private static final Logger LOG = LoggerFactory.getLogger(HostComponent.class);

  private final Settings settings;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile AuditLog audit;

  @Activate
  public HostComponent(@Reference Settings settings) {
    this.settings = settings;
  }

  @Override
  public Release release() {
    Path home = settings.homeDir();
    return new Release(settings.version(), settings.version(), home);
  }

  @Override
  public List<Release> releases() {
    return List.of(release());
  }

  @Override
  public void restart(Actor actor) {
    next(settings.homeDir(), new AuditDraft("host.restart", "", actor, "ok", settings.version()));
  }

  @Override
  public void upgrade(Path archive, String sha256, Consumer<String> progress, Actor actor) {
    throw new HostException("not yet");
  }

  @Override
  public void back(Actor actor) {
    throw new HostException("not yet");
  }

  private void next(Path home, AuditDraft draft) {
    Runnable step;
    try {
      step = Boot.successor(home);
    } catch (IllegalStateException e) {
      throw new HostException(e.getMessage(), e);
    }
    record(draft);
    step.run();
  }

  private void record(AuditDraft draft) {
    AuditLog log = audit;
    try {
      if (log != null) {
        log.append(draft);
        return;
      }
    } catch (StoreException e) {
      LOG.error("could not be recorded action={}", draft.action(), e);
      return;
    }
    LOG.error("not recorded, the store is away action={}", draft.action());
  }

  @Override
  public Optional<Arrival> arrival() {
    Optional<Instant> asked =
        Boot.before().get("asked") instanceof String at
            ? Optional.of(Instant.ofEpochMilli(Long.parseLong(at)))
            : Optional.empty();
    return Boot.readyAt().map(ready -> new Arrival(asked, ready, ""));
  }
}
