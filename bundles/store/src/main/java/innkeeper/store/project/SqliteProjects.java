package innkeeper.store.project;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.StoreException;
import innkeeper.store.file.Json;
import innkeeper.store.sqlite.Readers;
import innkeeper.store.write.Transaction;
import innkeeper.store.write.Writer;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Table {@code project}. Definitions are stored as their JSON form, environment in clear. */
public final class SqliteProjects implements ProjectStore {

  private static final Logger LOG = LoggerFactory.getLogger(SqliteProjects.class);

  private static final String PUT =
      """
      INSERT INTO project (channel_id, definition, desired) VALUES (?, ?, ?)
      ON CONFLICT (channel_id) DO UPDATE SET definition = excluded.definition""";

  private final Writer writer;
  private final Readers readers;

  public SqliteProjects(Writer writer, Readers readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public List<StoredProject> projects() {
    return readers.read(
        "the projects",
        connection -> {
          List<StoredProject> projects = new ArrayList<>();
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "SELECT channel_id, definition, desired FROM project ORDER BY channel_id");
              ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
              project(rows, projects);
            }
          }
          return List.copyOf(projects);
        });
  }

  /** One that cannot be read must not take the others with it. */
  private static void project(ResultSet rows, List<StoredProject> projects) throws SQLException {
    try {
      ProjectDefinition definition = Definitions.fromMap(Json.map(rows.getString(2)), Path.of("/"));
      projects.add(new StoredProject(definition, Desired.valueOf(rows.getString(3))));
    } catch (DefinitionException | IllegalArgumentException e) {
      LOG.error("stored project cannot be read channelId={}", rows.getString(1), e);
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
          return null;
        });
  }

  private static void put(Transaction transaction, Collection<ProjectDefinition> put)
      throws SQLException {
    try (PreparedStatement upsert = transaction.connection().prepareStatement(PUT)) {
      for (ProjectDefinition definition : put) {
        upsert.setString(1, definition.channelId());
        upsert.setString(2, Json.text(Definitions.toMap(definition, false)));
        upsert.setString(3, (definition.autostart() ? Desired.RUNNING : Desired.STOPPED).name());
        upsert.executeUpdate();
      }
    }
  }

  private static void remove(Transaction transaction, Collection<String> remove)
      throws SQLException {
    try (PreparedStatement delete =
        transaction.connection().prepareStatement("DELETE FROM project WHERE channel_id = ?")) {
      for (String channelId : remove) {
        delete.setString(1, channelId);
        delete.executeUpdate();
      }
    }
  }

  @Override
  public void desire(String channelId, Desired desired, AuditDraft audit) {
    writer.write(
        transaction -> {
          try (PreparedStatement update =
              transaction
                  .connection()
                  .prepareStatement("UPDATE project SET desired = ? WHERE channel_id = ?")) {
            update.setString(1, desired.name());
            update.setString(2, channelId);
            if (update.executeUpdate() == 0) {
              throw new StoreException(
                  "no project is defined with channelId "
                      + channelId
                      + ", so it cannot be desired");
            }
          }
          transaction.append(audit);
          return null;
        });
  }
}
