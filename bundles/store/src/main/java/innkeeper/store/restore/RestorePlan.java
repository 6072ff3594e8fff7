package innkeeper.store.restore;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.RestorePreview;
import innkeeper.common.time.ZonedText;
import innkeeper.store.guard.Bind;
import innkeeper.store.sqlite.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The changes that a restore would make.
 *
 * @param lines the plan as text for the operator
 * @param common the last audit entry that both databases have
 * @param newer the number of audit entries that the backup does not have
 * @param lost the data that would be lost permanently; "" if none
 */
record RestorePlan(List<String> lines, long common, long newer, String lost) {

  /**
   * @param before the last known state of a bot.db that cannot be read
   */
  static RestorePlan of(
      RestoreSource source,
      CurrentDatabase current,
      Optional<Bind> before,
      boolean keepAudit,
      Instant at)
      throws SQLException {
    List<String> lines = new ArrayList<>(source.notes());
    BackupManifest manifest = source.manifest();
    lines.add("backup   " + source.file());
    lines.add(
        "made     %s, %s ago (%s), %d bytes, schema %d"
            .formatted(
                ZonedText.of(manifest.createdAt()),
                age(Duration.between(manifest.createdAt(), at)),
                manifest.kind(),
                manifest.facts().bytes(),
                manifest.facts().schemaVersion()));
    lines.add(
        source.known()
            ? "proof    size and hash match its manifest; its content was checked just now"
            : "proof    none: no manifest vouches for it; it is a sound Innkeeper database");
    if (current.copy().isEmpty()) {
      lines.add(
          current.fault().isEmpty()
              ? "now      none"
              : "now      bot.db cannot be read (" + current.fault() + "); it is set aside whole");
      return unread(lines, source, before);
    }
    try (Connection here = Connections.immutable(current.copy().get());
        Connection there = Connections.immutable(source.file())) {
      Difference difference = Difference.of(here, there);
      difference
          .rows()
          .forEach(
              (table, rows) ->
                  lines.add(
                      "rows     %s: %d now, %d in the backup"
                          .formatted(table, rows.now(), rows.then())));
      projects(lines, difference.preview(source.file()));
      long newer = difference.newer();
      lines.add(
          newer == 0
              ? "audit    nothing is newer than the backup"
              : "audit    %d %s newer than the backup, %s"
                  .formatted(
                      newer,
                      newer == 1 ? "entry is" : "entries are",
                      keepAudit
                          ? "carried over, marked audit.recover"
                          : "kept in the safety copy only"));
      Loss loss =
          new Loss(
              Optional.of(Loss.gone(difference.now().keySet(), difference.then().keySet())),
              keepAudit ? 0 : newer);
      return new RestorePlan(lines, difference.common(), newer, loss.words());
    }
  }

  /**
   * Returns the plan for a bot.db that is missing or cannot be read. The loss is estimated from
   * bind.json.
   */
  private static RestorePlan unread(List<String> lines, RestoreSource source, Optional<Bind> before)
      throws SQLException {
    if (before.isEmpty()) {
      return new RestorePlan(lines, 0, 0, "");
    }
    try (Connection there = Connections.immutable(source.file())) {
      String lost = Loss.of(there, before.get(), Difference.projects(there).keySet()).words();
      lines.add(lost.isEmpty() ? "nothing that is known of would be lost" : lost);
      return new RestorePlan(lines, 0, 0, lost);
    }
  }

  private static void projects(List<String> lines, RestorePreview preview) {
    preview.gained().forEach(id -> lines.add("gained   project " + id));
    preview
        .changed()
        .forEach(id -> lines.add("changed  project " + id + " goes back to what it was then"));
    preview.lost().forEach(id -> lines.add("lost     project " + id));
    if (preview.gained().isEmpty() && preview.changed().isEmpty() && preview.lost().isEmpty()) {
      lines.add("projects are the same now and then");
    }
  }

  private static String age(Duration age) {
    if (age.isNegative()) {
      return "by its clock in the future, not";
    }
    if (age.toHours() >= 48) {
      return age.toDays() + " days";
    }
    if (age.toMinutes() >= 120) {
      return age.toHours() + " hours";
    }
    return age.toSeconds() >= 120 ? age.toMinutes() + " minutes" : age.toSeconds() + " seconds";
  }
}
