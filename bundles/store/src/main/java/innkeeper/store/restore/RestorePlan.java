package innkeeper.store.restore;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.health.Times;
import innkeeper.store.guard.Bind;
import innkeeper.store.snapshot.DatabaseSummary;
import innkeeper.store.sqlite.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a restore would change.
 *
 * @param lines for people
 * @param common the last audit entry that both have
 * @param newer how many entries the backup does not have
 * @param lost what would be gone for good; "" for nothing
 */
record RestorePlan(List<String> lines, long common, long newer, String lost) {

  /** What a start makes for itself. */
  private static final Set<String> INTERNAL = Set.of("taken_in", "project_digest");

  /**
   * @param before what is known of a bot.db that cannot be read
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
                Times.iso(manifest.createdAt()),
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
              ? "now      there is no bot.db"
              : "now      bot.db cannot be read (" + current.fault() + "); it is set aside whole");
      return unread(lines, source, before);
    }
    try (Connection here = Connections.immutable(current.copy().get());
        Connection there = Connections.immutable(source.file())) {
      tables(lines, here, there);
      Map<String, String> now = projects(here);
      Map<String, String> then = projects(there);
      projects(lines, now, then);
      long common = CarriedEntries.common(here, there);
      long newer = Connections.number(here, "SELECT count(*) FROM audit WHERE seq > " + common);
      lines.add(
          newer == 0
              ? "audit    nothing is newer than the backup"
              : "audit    %d entries are newer than the backup; they are %s"
                  .formatted(
                      newer,
                      keepAudit
                          ? "carried over, marked audit.recover"
                          : "kept in the safety copy only"));
      Loss loss =
          new Loss(Optional.of(Loss.gone(now.keySet(), then.keySet())), keepAudit ? 0 : newer);
      return new RestorePlan(lines, common, newer, loss.words());
    }
  }

  /** Of a bot.db that cannot be read, or is not there, bind.json tells what was in it. */
  private static RestorePlan unread(List<String> lines, RestoreSource source, Optional<Bind> before)
      throws SQLException {
    if (before.isEmpty()) {
      return new RestorePlan(lines, 0, 0, "");
    }
    try (Connection there = Connections.immutable(source.file())) {
      String lost = Loss.of(there, before.get(), projects(there).keySet(), 0).words();
      lines.add(lost.isEmpty() ? "nothing that is known of would be lost" : lost);
      return new RestorePlan(lines, 0, 0, lost);
    }
  }

  private static void tables(List<String> lines, Connection here, Connection there)
      throws SQLException {
    Map<String, Long> now = DatabaseSummary.rows(here);
    Map<String, Long> then = DatabaseSummary.rows(there);
    for (String table : new TreeMap<>(now).keySet()) {
      if (INTERNAL.contains(table)) {
        continue;
      }
      lines.add(
          "rows     %s: %d now, %d in the backup"
              .formatted(table, now.get(table), then.getOrDefault(table, 0L)));
    }
  }

  private static void projects(
      List<String> lines, Map<String, String> now, Map<String, String> then) {
    then.forEach(
        (id, definition) -> {
          if (!now.containsKey(id)) {
            lines.add("gained   project " + id);
          } else if (!now.get(id).equals(definition)) {
            lines.add("changed  project " + id + " goes back to what it was then");
          }
        });
    now.keySet().stream()
        .filter(id -> !then.containsKey(id))
        .forEach(id -> lines.add("lost     project " + id));
    if (now.equals(then)) {
      lines.add("projects are the same now and then");
    }
  }

  private static Map<String, String> projects(Connection connection) throws SQLException {
    Map<String, String> projects = new LinkedHashMap<>();
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT channel_id, desired || definition FROM project ORDER BY channel_id");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        projects.put(rows.getString(1), rows.getString(2));
      }
    }
    return projects;
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
