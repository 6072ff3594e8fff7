package innkeeper.store.restore;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.health.Times;
import innkeeper.store.snapshot.Facts;
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
import java.util.TreeMap;

/**
 * What a restore would change.
 *
 * @param lines for people
 * @param common the last audit entry that both have
 * @param newer how many entries the backup does not have
 */
record RestorePlan(List<String> lines, long common, long newer) {

  static RestorePlan of(Source source, Current current, boolean keepAudit, Instant now)
      throws SQLException {
    List<String> lines = new ArrayList<>(source.notes());
    BackupManifest manifest = source.manifest();
    lines.add("backup   " + source.file());
    lines.add(
        "made     %s, %s ago (%s), %d bytes, schema %d"
            .formatted(
                Times.iso(manifest.createdAt()),
                age(Duration.between(manifest.createdAt(), now)),
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
      return new RestorePlan(lines, 0, 0);
    }
    try (Connection here = Connections.immutable(current.copy().get());
        Connection there = Connections.immutable(source.file())) {
      tables(lines, here, there);
      projects(lines, here, there);
      long common = Carry.common(here, there);
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
      return new RestorePlan(lines, common, newer);
    }
  }

  private static void tables(List<String> lines, Connection here, Connection there)
      throws SQLException {
    Map<String, Long> now = Facts.rows(here);
    Map<String, Long> then = Facts.rows(there);
    for (String table : new TreeMap<>(now).keySet()) {
      lines.add(
          "rows     %s: %d now, %d in the backup"
              .formatted(table, now.get(table), then.getOrDefault(table, 0L)));
    }
  }

  private static void projects(List<String> lines, Connection here, Connection there)
      throws SQLException {
    Map<String, String> now = projects(here);
    Map<String, String> then = projects(there);
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
