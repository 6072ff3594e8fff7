package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.file.Json;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.Layout;
import innkeeper.store.snapshot.DatabaseSummary;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.Soundness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The restore drill: it restores a backup into a temporary directory with the same code that every
 * start runs.
 */
final class ScratchRestore {

  private final StoreOptions options;

  ScratchRestore(StoreOptions options) {
    this.options = options;
  }

  void run(Path backup, SnapshotFacts expected, Path scratch) {
    Path home = null;
    String step = "prepare";
    try {
      Durable.directory(scratch);
      home = Files.createTempDirectory(scratch, "rehearsal-");
      Durable.restrict(home, "rwx------");
      Layout layout = new Layout(home.toRealPath());
      step = "copy";
      place(backup, expected, layout);
      step = "open";
      StoreOptions here =
          new StoreOptions(
              layout,
              true,
              options.hostVersion(),
              options.clock(),
              text -> text,
              new AtomicLong(),
              options.migrations(),
              options.pace(),
              true,
              name -> {});
      try (Store store = Store.open(here)) {
        step = "chain";
        var verification = store.audit().verify();
        if (!verification.whole()) {
          throw new StoreException(verification.reason());
        }
        step = "projects";
        int readable = store.projects().projects().size();
        compare(
            "projects",
            expected.rows().get("project"),
            readable + store.projects().unreadable().size());
      }
      step = "content";
      content(layout.database(), expected);
    } catch (DatabaseRefusedException e) {
      throw new StoreException(failed(backup, step, e.lines().get(0)), e);
    } catch (IOException | SQLException | StoreException e) {
      throw new StoreException(failed(backup, step, e.getMessage()), e);
    } finally {
      remove(home);
    }
  }

  private static String failed(Path backup, String step, String why) {
    return "rehearsal of " + backup.getFileName() + " failed at step " + step + ": " + why;
  }

  private void place(Path backup, SnapshotFacts expected, Layout layout) throws IOException {
    Durable.directory(layout.backups());
    Durable.directory(layout.run());
    BackupManifest manifest =
        new BackupManifest(
            backup.getFileName().toString(),
            1,
            options.clock().instant(),
            "rehearsal",
            expected,
            options.clock().instant(),
            false,
            options.hostVersion());
    Durable.write(
        layout.backups().resolve(manifest.name() + ".json"), Json.bytes(manifest.toMap()));
    Durable.copy(backup, layout.database());
  }

  /** Checks the content of the closed database after the start-up. */
  private static void content(Path database, SnapshotFacts expected) throws SQLException {
    try (Connection connection = Connections.immutable(database)) {
      Optional<String> fault = Soundness.pageFault(connection, "integrity_check");
      if (fault.isPresent()) {
        throw new StoreException(fault.get());
      }
      Map<String, Long> rows = DatabaseSummary.rows(connection);
      for (String table : expected.rows().keySet()) {
        long want = expected.rows().get(table);
        long have = rows.getOrDefault(table, -1L);
        // The start-up adds rows to the audit record and to its own table, and removes none.
        boolean grows = table.equals("audit") || table.equals("taken_in");
        if (have < want || !grows && have > want) {
          throw new StoreException(
              "table " + table + " has " + have + " rows, not " + want + " as expected");
        }
      }
      compare(
          "audit entries up to the backup's last",
          expected.rows().get("audit"),
          Sql.number(
              connection, "SELECT count(*) FROM audit WHERE seq <= " + expected.lastAuditSeq()));
    }
  }

  private static void compare(String what, Long want, long have) {
    if (want == null || want != have) {
      throw new StoreException(what + ": " + have + ", not " + want + " as expected");
    }
  }

  private static void remove(Path home) {
    try {
      if (home != null) {
        Durable.removeTree(home);
      }
    } catch (IOException e) {
      throw new StoreException(home + " could not be removed: " + e.getMessage(), e);
    }
  }
}
