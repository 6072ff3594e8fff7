package innkeeper.store;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.DefinitionText;
import innkeeper.store.table.KnownProjects;
import innkeeper.store.table.ProjectDigests;
import innkeeper.store.table.ProjectRow;
import innkeeper.store.write.Transaction;
import innkeeper.store.write.Writer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The projects in table {@code project}. Definitions are stored in their JSON form, with the
 * environment in clear text.
 */
final class SqliteProjects implements ProjectStore {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteProjects.class);

  private static final String PUT =
      """
      INSERT INTO project (channel_id, definition, desired) VALUES (?, ?, ?)
      ON CONFLICT (channel_id) DO UPDATE SET definition = excluded.definition\
      """;

  private final Writer writer;
  private final Readers readers;
  private final KnownProjects known;
  private volatile List<UnreadableProject> unreadable = List.of();

  /** The members of newer releases that were already logged, with their project. */
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  /**
   * @param known the cached projects of bot.db; this class keeps them up to date
   */
  SqliteProjects(Writer writer, Readers readers, KnownProjects known) {
    this.writer = writer;
    this.readers = readers;
    this.known = known;
  }

  @Override
  public List<StoredProject> projects() {
    List<ProjectRow> rows = readers.read("the projects", ProjectRow::all);
    List<StoredProject> projects = new ArrayList<>();
    List<UnreadableProject> bad = new ArrayList<>();
    rows.stream()
        .sorted(Comparator.comparing(ProjectRow::channelId))
        .forEach(row -> project(row, projects, bad));
    List<UnreadableProject> before = unreadable;
    bad.stream()
        .filter(one -> !before.contains(one))
        .forEach(
            one ->
                LOG.error(
                    "definition cannot be read, the project is left out channelId={} reason={}",
                    one.channelId(),
                    one.reason()));
    unreadable = List.copyOf(bad);
    return List.copyOf(projects);
  }

  /**
   * Adds a row to the projects, or to the unreadable ones. An unreadable definition does not affect
   * the other projects.
   */
  private void project(ProjectRow row, List<StoredProject> projects, List<UnreadableProject> bad) {
    Desired desired =
        row.desired().equals(Desired.RUNNING.name()) ? Desired.RUNNING : Desired.STOPPED;
    try {
      ProjectDefinition definition =
          DefinitionText.read(row.definition(), member -> warnOfUnknown(row.channelId(), member));
      projects.add(new StoredProject(definition, desired));
    } catch (DefinitionException e) {
      bad.add(new UnreadableProject(row.channelId(), desired, e.mistakes().get(0)));
    }
  }

  @Override
  public List<UnreadableProject> unreadable() {
    return unreadable;
  }

  /** Renews the digest of a written row, and updates the cached row after the commit. */
  private void written(Transaction transaction, String channelId) throws SQLException {
    ProjectRow row = ProjectDigests.renew(transaction.connection(), channelId);
    transaction.onCommit(() -> known.put(row));
  }

  private void readable(Collection<String> ids) {
    List<UnreadableProject> left = new ArrayList<>(unreadable);
    if (left.removeIf(one -> ids.contains(one.channelId()))) {
      unreadable = List.copyOf(left);
    }
  }

  /**
   * Logs each unknown member once. The member stays in bot.db for the release that wrote it, until
   * the project is changed.
   */
  private void warnOfUnknown(String channelId, String member) {
    if (unknown.add(channelId + " " + member)) {
      LOG.warn("member of a newer release has no effect channelId={} member={}", channelId, member);
    }
  }

  @Override
  public void apply(
      Collection<ProjectDefinition> put, Collection<String> remove, List<AuditDraft> audit) {
    writer.write(
        transaction -> {
          put(transaction, put);
          remove(transaction, remove);
          for (AuditDraft draft : audit) {
            transaction.append(draft);
          }
          transaction.onCommit(() -> readable(remove));
          transaction.onCommit(
              () -> readable(put.stream().map(ProjectDefinition::channelId).toList()));
          return null;
        });
  }

  private void put(Transaction transaction, Collection<ProjectDefinition> put) throws SQLException {
    for (ProjectDefinition definition : put) {
      Sql.update(
          transaction.connection(),
          PUT,
          definition.channelId(),
          DefinitionText.of(definition),
          (definition.autostart() ? Desired.RUNNING : Desired.STOPPED).name());
      written(transaction, definition.channelId());
    }
  }

  private void remove(Transaction transaction, Collection<String> remove) throws SQLException {
    for (String channelId : remove) {
      Sql.update(transaction.connection(), "DELETE FROM project WHERE channel_id = ?", channelId);
      transaction.onCommit(() -> known.remove(channelId));
    }
  }

  @Override
  public void desire(String channelId, Desired desired, AuditDraft audit) {
    writer.write(
        transaction -> {
          int updated =
              Sql.update(
                  transaction.connection(),
                  "UPDATE project SET desired = ? WHERE channel_id = ?",
                  desired.name(),
                  channelId);
          if (updated == 0) {
            throw new StoreException(
                "no project is defined with channelId " + channelId + ", so it cannot be desired");
          }
          written(transaction, channelId);
          transaction.append(audit);
          return null;
        });
  }
}
