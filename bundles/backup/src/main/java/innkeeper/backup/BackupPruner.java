package innkeeper.backup;

import innkeeper.api.audit.Actor;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.backup.Backups.Verdict;
import innkeeper.api.settings.Settings;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.HumanText;
import innkeeper.backup.file.IntegrityCache;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pruner: it deletes the backups that {@link Retention} does not keep, and changes manifests.
 * Only one operation runs at a time.
 */
final class BackupPruner {

  private static final Logger LOG = LoggerFactory.getLogger(BackupPruner.class);

  private final BackupDirectory backupDirectory;
  private final IntegrityCache integrity;
  private final Settings settings;
  private final Clock clock;
  private final AuditWriter record;
  private final Consumer<String> steps;

  BackupPruner(
      BackupDirectory backupDirectory,
      IntegrityCache integrity,
      Settings settings,
      Clock clock,
      AuditWriter record,
      Consumer<String> steps) {
    this.backupDirectory = backupDirectory;
    this.integrity = integrity;
    this.settings = settings;
    this.clock = clock;
    this.record = record;
    this.steps = steps;
  }

  /**
   * Prunes after a successful backup. A failure is only logged, because it does not affect the new
   * backup.
   */
  void afterSuccess(Actor actor) {
    try {
      prune(false, actor);
    } catch (BackupException e) {
      LOG.warn("backups not pruned why={}", e.getMessage());
    }
  }

  synchronized Map<String, Verdict> prune(boolean dryRun, Actor actor) {
    Map<String, Verdict> verdicts = judge();
    while (!dryRun
        && verdicts.values().stream().anyMatch(v -> !v.keep())
        && !integrity.newestHold(backupDirectory.listed().verified(), Retention.FLOOR)) {
      LOG.warn("a backup has rotted, so older ones are kept in its place");
      verdicts = judge();
    }
    if (!dryRun) {
      delete(verdicts, actor);
    }
    return verdicts;
  }

  private Map<String, Verdict> judge() {
    BackupDirectory.Contents contents = backupDirectory.listed();
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    contents
        .invalid()
        .forEach(
            (name, why) ->
                verdicts.put(name, new Verdict(true, "not a whole backup, not counted: " + why)));
    verdicts.putAll(
        Retention.judge(contents.verified(), Retention.Counts.of(settings), clock.instant()));
    return verdicts;
  }

  private void delete(Map<String, Verdict> verdicts, Actor actor) {
    List<String> gone = new ArrayList<>();
    for (Map.Entry<String, Verdict> one : verdicts.entrySet()) {
      if (one.getValue().keep()) {
        continue;
      }
      try {
        steps.accept("prune");
        backupDirectory.delete(one.getKey());
        gone.add(one.getKey());
      } catch (IOException e) {
        LOG.warn("backup not deleted name={} why={}", one.getKey(), HumanText.why(e));
        one.setValue(new Verdict(true, "could not be deleted: " + HumanText.why(e)));
      }
    }
    if (!gone.isEmpty()) {
      LOG.info("backups pruned count={} names={}", gone.size(), gone);
      record.write("backup.prune", actor, "ok", gone.size() + ": " + String.join(" ", gone));
    }
  }

  BackupManifest pin(String name, boolean pinned, Actor actor) {
    BackupManifest changed = change(name, backup -> backup.pinned(pinned));
    record.write("backup.pin", actor, "ok", name + (pinned ? " pinned" : " no longer pinned"));
    return changed;
  }

  /** Stores in the manifest that the content was verified again. */
  void verified(String name, Instant at) {
    change(
        name,
        b ->
            new BackupManifest(
                b.name(),
                b.seq(),
                b.createdAt(),
                b.kind(),
                b.facts(),
                at,
                b.pinned(),
                b.hostVersion()));
  }

  private synchronized BackupManifest change(
      String name, java.util.function.UnaryOperator<BackupManifest> change) {
    BackupManifest before =
        backupDirectory.listed().verified().stream()
            .filter(b -> b.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new BackupException("no verified backup is called " + name, null));
    BackupManifest after = change.apply(before);
    if (!after.equals(before)) {
      try {
        backupDirectory.writeManifest(after);
        Durable.force(backupDirectory.directory());
      } catch (IOException e) {
        throw new BackupException(
            "manifest of " + name + " not written: " + HumanText.why(e) + "; it is as it was", e);
      }
    }
    return after;
  }
}
