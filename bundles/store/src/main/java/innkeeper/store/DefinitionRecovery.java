package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.store.ProjectStore.UnreadableProject;
import innkeeper.common.file.Durable;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.DefinitionText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches the backups for definitions that can no longer be read in bot.db. It stores them in a
 * file for {@code innkeeper apply}. Thread-safe.
 */
final class DefinitionRecovery {

  private static final Logger LOG = LoggerFactory.getLogger(DefinitionRecovery.class);

  private final Layout layout;
  private List<UnreadableProject> asked = List.of();
  private String command = "";

  DefinitionRecovery(Layout layout) {
    this.layout = layout;
  }

  /**
   * Returns the command that repairs the definitions, or removes the first one. The result is
   * cached for the same list.
   */
  synchronized String command(List<UnreadableProject> unreadable) {
    if (!unreadable.equals(asked)) {
      asked = List.copyOf(unreadable);
      command = find();
    }
    return command;
  }

  private String find() {
    List<String> found = new ArrayList<>();
    for (UnreadableProject one : asked) {
      inBackups(one.channelId()).ifPresent(found::add);
    }
    String remove = OfferedCommand.innkeeper(layout.dataDir(), "remove", asked.get(0).channelId());
    if (found.isEmpty()) {
      return remove;
    }
    Path file = layout.quarantine().resolve("definitions-from-backups.json");
    try {
      Durable.directory(layout.quarantine());
      String array = "[" + String.join(",\n", found) + "]\n";
      Durable.write(file, array.getBytes(StandardCharsets.UTF_8));
      return OfferedCommand.innkeeper(layout.dataDir(), "apply", file.toString());
    } catch (IOException e) {
      LOG.warn("definitions from backups could not be kept file={}", file, e);
      return remove;
    }
  }

  /** Returns the definition from the newest backup in which it is valid. */
  private Optional<String> inBackups(String channelId) {
    try {
      KnownBackups known = new KnownBackups(layout.backups());
      for (BackupManifest manifest : known.manifests()) {
        Optional<String> definition =
            known.fault(manifest).isPresent()
                ? Optional.empty()
                : in(known.file(manifest), channelId);
        if (definition.isPresent()) {
          return definition;
        }
      }
    } catch (IOException | SQLException e) {
      LOG.warn("backups could not be searched for channelId={}", channelId, e);
    }
    return Optional.empty();
  }

  private static Optional<String> in(Path backup, String channelId) throws SQLException {
    try (Connection connection = Connections.immutable(backup)) {
      Optional<String> definition =
          Sql.first(
              connection,
              Sql::text,
              "SELECT definition FROM project WHERE channel_id = ?",
              channelId);
      definition.ifPresent(text -> DefinitionText.read(text, unknown -> {}));
      return definition;
    } catch (DefinitionException e) {
      return Optional.empty();
    }
  }
}
