package innkeeper.store;

import innkeeper.api.store.ProjectStore;
import innkeeper.api.store.ProjectStore.UnreadableProject;
import innkeeper.api.store.StoreException;
import innkeeper.store.file.OfferedCommand;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.RestoreHint;
import innkeeper.store.project.DefinitionRecovery;
import innkeeper.store.read.Readers;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/**
 * The health check {@code database:readable}: bot.db can be read, and every project definition in
 * it is valid.
 */
final class ReadableCheck implements HealthCheck {

  private final Readers readers;
  private final ProjectStore projects;
  private final DefinitionRecovery recovery;
  private final Rescue rescue;
  private final Layout layout;

  ReadableCheck(
      Readers readers,
      ProjectStore projects,
      DefinitionRecovery recovery,
      Rescue rescue,
      Layout layout) {
    this.readers = readers;
    this.projects = projects;
    this.recovery = recovery;
    this.rescue = rescue;
    this.layout = layout;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    String unread = probe();
    Map<String, SQLException> failures = readers.failures();
    List<UnreadableProject> unreadable = projects.unreadable();
    if (!failures.isEmpty()) {
      Map.Entry<String, SQLException> first = failures.entrySet().iterator().next();
      log.critical(
          "{}", first.getKey() + " could not be read: " + first.getValue().getMessage() + ".");
      log.info("fix: {}", fix(first.getValue()));
    } else if (!unread.isEmpty()) {
      log.critical("{}", unread);
      log.info("fix: {}", rescue.fix());
    } else if (!unreadable.isEmpty()) {
      log.critical(
          "{}",
          unreadable.stream()
              .map(one -> one.channelId() + " (" + one.reason() + ")")
              .collect(
                  Collectors.joining(", ", "Definitions that cannot be read, left out: ", ".")));
      log.info("fix: {}", recovery.command(unreadable));
    } else {
      log.info("{}", "bot.db can be read.");
    }
    log.info(
        "value: {}",
        failures.size() + " failed reads, " + unreadable.size() + " unreadable definitions");
    log.info("limit: {}", "none of either");
    return new Result(log);
  }

  /** Reads all definitions; returns the reason if that fails, else "". */
  private String probe() {
    try {
      readers.read(
          "what is in bot.db", c -> Sql.number(c, "SELECT sum(length(definition)) FROM project"));
      return "";
    } catch (StoreException e) {
      return e.getMessage();
    }
  }

  private String fix(SQLException failure) {
    try {
      return Damage.is(failure)
          ? RestoreHint.whileRunning(layout, backup -> true)
          : "df -h " + OfferedCommand.quote(layout.dataDir().toString());
    } catch (IOException e) {
      return "check the disk of " + layout.dataDir();
    }
  }
}
