package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.BackupState;
import innkeeper.backup.file.HumanText;
import innkeeper.common.backup.BackupName;
import innkeeper.common.text.Amounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service of the backups for other bundles. Only one backup is made at a time, on a thread of
 * its own.
 */
final class BackupService implements Backups {

  private static final Logger LOG = LoggerFactory.getLogger(BackupService.class);
  private static final Duration STORE_REPLACED = Duration.ofSeconds(5);

  private final BackupParts parts;
  private final RestorePreviews previews;
  private final PruneForecast forecasts;

  /** Ensures that only one backup is made at a time. */
  private final Semaphore flight = new Semaphore(1);

  private final AtomicInteger failures = new AtomicInteger();
  private final long startNanos;
  private volatile String lastError = "";
  private volatile Optional<Instant> nextDueAt = Optional.empty();
  private volatile Optional<Thread> running = Optional.empty();
  private volatile boolean closed;

  BackupService(BackupParts parts) {
    this.parts = parts;
    this.forecasts = new PruneForecast(parts.clock());
    this.previews = new RestorePreviews(parts.source());
    this.startNanos = parts.nanos().getAsLong();
  }

  @Override
  public List<BackupManifest> list() {
    return parts.backupDirectory().listed().verified();
  }

  @Override
  public Optional<Path> file(String name) {
    return Optional.of(name)
        .filter(BackupName::isOurs)
        .map(parts.backupDirectory()::file)
        .filter(Files::isRegularFile);
  }

  @Override
  public CompletableFuture<BackupManifest> backup(String kind, Actor actor) {
    if (!kind.matches("[a-z][a-z-]{0,31}")) {
      throw new IllegalArgumentException(
          "kind " + kind + " is not a lower-case word such as demand");
    }
    if (closed) {
      throw new BackupException("no backup made, the host is stopping", null);
    }
    if (!flight.tryAcquire()) {
      throw new BusyException("a backup is being made; ask again when it is done");
    }
    CompletableFuture<BackupManifest> made = new CompletableFuture<>();
    Thread thread = new Thread(() -> fly(kind, actor, made), "backup");
    thread.setDaemon(true);
    running = Optional.of(thread);
    try {
      thread.start();
    } catch (OutOfMemoryError none) {
      flight.release();
      throw new BackupException("no backup made, the system gives no thread for it", none);
    }
    return made;
  }

  private void fly(String kind, Actor actor, CompletableFuture<BackupManifest> made) {
    BackupManifest manifest;
    try {
      manifest = make(kind, actor);
    } catch (BackupException e) {
      flight.release();
      made.completeExceptionally(e);
      return;
    } catch (RuntimeException | Error e) {
      flight.release();
      made.completeExceptionally(new BackupException("backup failed: " + HumanText.why(e), e));
      throw e;
    }
    flight.release();
    made.complete(manifest);
  }

  private BackupManifest make(String kind, Actor actor) {
    long began = parts.nanos().getAsLong();
    parts.progress().started(kind);
    BackupManifest manifest;
    try {
      manifest = attempt(kind);
    } catch (RuntimeException | Error e) {
      throw failed(kind, actor, e);
    }
    failures.set(0);
    lastError = "";
    parts.progress().published(manifest.name());
    long ms = Duration.ofNanos(parts.nanos().getAsLong() - began).toMillis();
    LOG.info(
        "backup published name={} kind={} bytes={} ms={}",
        manifest.name(),
        kind,
        manifest.facts().bytes(),
        ms);
    parts
        .record()
        .write(
            "backup.make",
            actor,
            "ok",
            manifest.name() + " " + kind + " " + Amounts.bytes(manifest.facts().bytes()));
    parts.pruning().afterSuccess(actor);
    parts.progress().pruned(manifest.name());
    parts.hookQueue().offer(manifest);
    return manifest;
  }

  /** Makes a backup; tries once more if the store was replaced in the meantime. */
  private BackupManifest attempt(String kind) {
    Snapshots snapshots = awaitStore();
    try {
      return attempt(kind, snapshots);
    } catch (RuntimeException e) {
      if (closed || parts.source().get().filter(now -> now == snapshots).isPresent()) {
        throw e;
      }
      LOG.info("backup begun again, the store was replaced why={}", HumanText.why(e));
      return attempt(kind, awaitStore());
    }
  }

  private Snapshots awaitStore() {
    try {
      return parts.source().await(STORE_REPLACED);
    } catch (ServiceAwayException e) {
      throw new BackupException("backup failed at snapshot: " + e.getMessage() + "; try again", e);
    }
  }

  private BackupManifest attempt(String kind, Snapshots snapshots) {
    Runnable keepMark = parts.changes().before(snapshots);
    BackupManifest manifest = parts.pipeline().make(kind, snapshots, parts.progress());
    parts.integrity().published(manifest.name());
    keepMark.run();
    return manifest;
  }

  private BackupException failed(String kind, Actor actor, Throwable e) {
    BackupException failure =
        e instanceof BackupException known
            ? known
            : new BackupException("backup failed: " + HumanText.why(e), e);
    failures.incrementAndGet();
    lastError = failure.getMessage();
    parts.progress().failed(failure.getMessage());
    LOG.warn("backup failed kind={} why={}", kind, failure.getMessage());
    parts.record().write("backup.make", actor, "failed", kind + " " + failure.getMessage());
    return failure;
  }

  @Override
  public Map<String, Verdict> prune(boolean dryRun, Actor actor) {
    return parts.pruning().prune(dryRun, actor);
  }

  @Override
  public BackupManifest pin(String name, boolean pinned, Actor actor) {
    return parts.pruning().pin(name, pinned, actor);
  }

  @Override
  public RestorePreview preview(String name) {
    BackupManifest manifest =
        list().stream()
            .filter(b -> b.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new BackupException("no verified backup is called " + name, null));
    return previews.of(parts.backupDirectory().file(manifest.name()));
  }

  @Override
  public List<Departure> forecast() {
    return forecasts.of(
        list(),
        Retention.Counts.of(parts.settings()),
        parts.settings().backupInterval(),
        nextDueAt.map(at -> at.truncatedTo(ChronoUnit.MINUTES)));
  }

  @Override
  public Status status() {
    return status(parts.backupDirectory().listed());
  }

  private Status status(BackupDirectory.Contents contents) {
    BackupState.State state = parts.backupState().state();
    return new Status(
        parts.progress().running(),
        parts.progress().fraction(),
        contents.newest().map(BackupManifest::createdAt),
        lastError,
        nextDueAt,
        contents.verified().size(),
        contents.verified().stream().mapToLong(b -> b.facts().bytes()).sum(),
        state.rehearsedAt(),
        state.rehearsalError());
  }

  /** Returns the state for the health checks. */
  BackupChecks.Facts facts() {
    BackupDirectory.Contents contents = parts.backupDirectory().listed();
    return new BackupChecks.Facts(
        parts.clock().instant(),
        parts.settings().backupInterval(),
        parts.backupState().state().firstStartAt(),
        Duration.ofNanos(parts.nanos().getAsLong() - startNanos),
        failures.get(),
        contents.invalid(),
        parts.hookQueue().error(),
        status(contents));
  }

  void nextDueAt(Optional<Instant> at) {
    nextDueAt = at;
  }

  /** Waits for the running backup, if there is one. */
  void join(Duration atMost) {
    try {
      if (running.isPresent()) {
        running.get().join(Math.max(1, atMost.toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Rejects all further backups. */
  void close() {
    closed = true;
  }
}
