package innkeeper.store;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.Guard;
import innkeeper.store.guard.Guard.Passage;
import innkeeper.store.guard.Intent;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.snapshot.Publication;
import innkeeper.store.snapshot.SnapshotWriter;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Damage;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Native;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditTable;
import innkeeper.store.table.KnownProjects;
import innkeeper.store.table.ProjectDigests;
import innkeeper.store.table.Soundness;
import innkeeper.store.write.ChainHead;
import innkeeper.store.write.Checkpoints;
import innkeeper.store.write.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The start-up of bot.db, from the guard to the first audit entry. Each step is on disk before the
 * next one begins. If a start is killed at any step, the next start completes it. An instance is
 * used once.
 */
final class DatabaseStartup {

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseStartup.class);

  private final StoreOptions options;
  private final Layout layout;
  private final List<AuditDraft> entries = new ArrayList<>();
  private final Soundness soundness;
  private Sentinel sentinel;
  private Connection connection;
  private boolean checked;
  private String lost = "";

  DatabaseStartup(StoreOptions options) {
    this.options = options;
    this.layout = options.layout();
    this.soundness = new Soundness(options.migrations());
  }

  Store open() throws IOException, SQLException, DatabaseRefusedException {
    Native.prepare(layout.run().resolve("native"));
    Passage passage = options.guarded() ? guard() : swapped();
    boolean fresh = passage.database().isEmpty();
    Bind known = fresh ? create() : passage.bind().orElse(null);
    Path database = passage.database().orElse(layout.database());
    // The guard has already examined a database at rest, before SQLite opens it for writing.
    checked = fresh || options.guarded() && atRest(database);
    try {
      sentinel = new Sentinel(database);
      sentinel.check();
      Bind bind = opening(known, passage, fresh);
      connection = Connections.writer(database);
      step("opened");
      if (fresh) {
        entries.add(entry("database.create", "ok", "bot.db was made"));
      }
      inspect(passage);
      migrate(database, fresh);
      renewDigests(fresh);
      SqliteIncidents.make(connection);
      return begin(database, bind, passage);
    } catch (DatabaseRefusedException e) {
      asItWas(passage);
      throw e;
    } catch (SQLException e) {
      if (Damage.is(e)) {
        asItWas(passage);
        throw damaged(e.getMessage());
      }
      abandon(e);
      throw e;
    } catch (IOException | RuntimeException e) {
      abandon(e);
      throw e;
    }
  }

  /**
   * Creates the first bot.db. The file appears under its name complete or not at all, so an empty
   * bot.db is always an error.
   */
  private Bind create() throws IOException, SQLException {
    int epoch = ApplicationId.epoch();
    Bind bind = new Bind(Bind.State.OPENING, epoch, epoch);
    bind.write(layout.dataDir());
    Path fresh = layout.dataDir().resolve(".bot.db.new");
    Files.deleteIfExists(fresh);
    Files.deleteIfExists(Layout.sidecar(fresh, "-journal"));
    Durable.create(fresh);
    try (Connection created = Connections.fresh(fresh)) {
      Sql.execute(created, "PRAGMA application_id=" + epoch);
      Migration.run(created, options.migrations());
      ProjectDigests.renewVoid(created);
      SqliteIncidents.make(created);
    }
    Durable.rename(fresh, layout.database());
    return bind;
  }

  private DatabaseRefusedException damaged(String fault) throws IOException {
    return DatabaseRefusedException.of(layout, "bot.db is damaged: " + fault, "");
  }

  /**
   * Restores bind.json to its content before this start. The next start uses that content to
   * examine a file that the operator copies over bot.db.
   */
  private void asItWas(Passage passage) throws IOException {
    if (passage.bind().isPresent()) {
      passage.bind().get().write(layout.dataDir());
    } else {
      Files.deleteIfExists(layout.dataDir().resolve(Bind.NAME));
    }
  }

  /** Returns whether the WAL is missing or empty, so that bot.db itself holds all data. */
  private static boolean atRest(Path database) throws IOException {
    Path wal = Layout.sidecar(database, "-wal");
    return !Files.isRegularFile(wal) || Files.size(wal) == 0;
  }

  private Passage guard() throws IOException, DatabaseRefusedException {
    return new Guard(layout, options.migrations(), options.clock(), options.step()).pass();
  }

  /**
   * Opens bot.db without the guard. The guard has already run in this process, and the previous
   * version of this bundle may still hold the file open.
   */
  private Passage swapped() throws IOException {
    if (!Files.isRegularFile(layout.database())) {
      throw new StoreException(
          layout.database() + " is gone while the host runs; stop the host and put it back");
    }
    return new Passage(
        Optional.of(layout.realDatabase()),
        false,
        List.of(),
        Bind.read(layout.dataDir()),
        Optional.empty());
  }

  /** Writes the state OPENING and the next epoch to bind.json before SQLite opens a file. */
  private Bind opening(Bind known, Passage passage, boolean fresh) throws IOException {
    int now = sentinel.applicationId();
    boolean taken = fresh || passage.intent().isPresent();
    Bind bind = known != null ? known : new Bind(Bind.State.OPENING, now, now);
    Bind coming =
        bind.in(Bind.State.OPENING).harmed("").becoming(taken ? now : ApplicationId.epoch(now));
    if (!coming.equals(bind)) {
      coming.write(layout.dataDir());
    }
    return coming;
  }

  private void inspect(Passage passage) throws IOException, SQLException, DatabaseRefusedException {
    passage.remarks().forEach(this::remark);
    passage.bind().map(Bind::harm).filter(harm -> !harm.isEmpty()).ifPresent(this::remark);
    if (Sql.number(connection, "PRAGMA application_id") == ApplicationId.BACKUP) {
      remark("a backup was written into bot.db through SQLite (.restore): which one is not known");
    }
    long schema = Sql.number(connection, "PRAGMA user_version");
    int newest = Migration.newest(options.migrations());
    if (schema > newest) {
      throw DatabaseRefusedException.of(
          layout,
          "bot.db was written by a newer release: its schema is %d, this one knows %d"
              .formatted(schema, newest),
          "run that release, or restore a backup that this one made");
    }
    if (passage.unclean()) {
      LOG.info("bot.db was not closed by the last host, it is checked");
    }
    // A damaged database is not closed, because closing it would write the WAL into the damaged
    // file.
    Optional<String> fault =
        passage.unclean() ? Soundness.pageFault(connection, "quick_check") : Optional.empty();
    if (fault.isEmpty() && !checked) {
      fault = soundness.fault(connection);
    }
    if (fault.isPresent()) {
      throw damaged(fault.get());
    }
  }

  private void remark(String what) {
    LOG.error("bot.db is not as it was left: {}", what);
    entries.add(entry(Gap.ACTION, "warned", what));
  }

  private void migrate(Path database, boolean fresh) throws SQLException {
    long schema = Sql.number(connection, "PRAGMA user_version");
    int newest = Migration.newest(options.migrations());
    if (fresh || schema == newest) {
      return;
    }
    BackupManifest backup =
        new Publication(layout, options.clock(), options.hostVersion())
            .publish(new SnapshotWriter(database)::write, "pre-migration");
    step("backed-up");
    Migration.run(connection, options.migrations());
    step("migrated");
    LOG.info("bot.db migrated from={} to={} backup={}", schema, newest, backup.name());
    entries.add(
        entry(
            "database.migrate",
            "ok",
            "schema " + schema + " to " + newest + ", backup " + backup.name()));
  }

  private void renewDigests(boolean fresh) throws SQLException {
    if (!ProjectDigests.anyVoid(connection)) {
      return;
    }
    boolean first = !ProjectDigests.kept(connection);
    List<String> renewed = ProjectDigests.renewVoid(connection);
    step("digested");
    if (fresh || renewed.isEmpty()) {
      return;
    }
    String why =
        first
            ? "projects have digests from now on"
            : "digests computed again, for these were written by a release without digests or by"
                + " another program";
    if (!options.rehearsal()) {
      LOG.info("digests of projects made why={} projects={}", why, renewed);
    }
    entries.add(entry("database.digest", "ok", why + ": " + String.join(", ", renewed)));
  }

  private Store begin(Path database, Bind bind, Passage passage) throws IOException, SQLException {
    KnownProjects known = KnownProjects.of(connection);
    ChainHead last =
        AuditTable.last(connection)
            .map(l -> new ChainHead(l.seq(), l.hash()))
            .orElse(ChainHead.NONE);
    ChainHead head = last;
    Optional<Intent> intent = passage.intent();
    if (intent.isEmpty()) {
      Gap.remarks(connection, bind, passage.bind(), last, known.ids()).forEach(this::remark);
    }
    boolean due = intent.isPresent() && !TakenIn.recorded(connection, intent.get());
    if (due || !entries.isEmpty()) {
      head =
          Transaction.once(
              connection,
              head,
              options.clock(),
              options.clean(),
              transaction -> {
                if (due) {
                  lost = TakenIn.record(transaction, layout, intent.get(), bind, known.ids());
                }
                for (AuditDraft entry : entries) {
                  transaction.appendClean(entry);
                }
                return null;
              });
      step("audited");
    }
    Sql.execute(connection, "PRAGMA application_id=" + bind.next());
    step("epoch");
    Sql.number(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    step("checkpointed");
    Checkpoints checkpoints =
        new Checkpoints(
            connection,
            sentinel,
            layout.dataDir(),
            database,
            bind,
            known,
            options.pace(),
            options.step());
    checkpoints.begin(head);
    sentinel.watchSideFiles();
    step("bound-open");
    Intent.drop(layout);
    // Release 0.1.1 leaves the last two if it is upgraded between a restore and the next start.
    for (String left :
        List.of(
            ".bot.db.own",
            ".bot.db.new",
            ".bot.db.restore",
            "restore-order.json",
            "restore-carry.jsonl")) {
      Files.deleteIfExists(layout.dataDir().resolve(left));
    }
    Native.restrict(layout.run().resolve("native"));
    intent
        .filter(i -> due && !options.rehearsal())
        .ifPresent(i -> TakenIn.log(i, lost, layout.quarantine()));
    return new Store(options, database, connection, sentinel, head, checkpoints, known);
  }

  private static AuditDraft entry(String action, String outcome, String detail) {
    return new AuditDraft(action, "", Actor.HOST, outcome, detail);
  }

  private void step(String name) {
    options.step().accept(name);
  }

  /**
   * Closes the connection and then the sentinel. The order matters: closing the sentinel first
   * would drop SQLite's file locks.
   */
  private void abandon(Exception cause) {
    try {
      if (sentinel == null || !sentinel.harm().closable()) {
        return;
      }
      if (connection != null) {
        // Closing removes the WAL. The state CLOSING tells the next start that this host removed
        // it, not another program.
        Optional<Bind> open = Bind.read(layout.dataDir()).filter(bind -> bind.state().inUse());
        if (open.isPresent()) {
          open.get().in(Bind.State.CLOSING).write(layout.dataDir());
        }
        connection.close();
      }
      sentinel.close();
    } catch (IOException | SQLException | RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}
