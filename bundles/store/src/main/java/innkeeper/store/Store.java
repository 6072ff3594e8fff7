package innkeeper.store;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.ProjectStore;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.Layout;
import innkeeper.store.guard.Sentinel;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.KnownProjects;
import innkeeper.store.table.Soundness;
import innkeeper.store.write.ChainHead;
import innkeeper.store.write.Checkpoints;
import innkeeper.store.write.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open bot.db. A file is opened by one store at a time. */
public final class Store implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Store.class);

  private final Layout layout;
  private final Path database;
  private final Sentinel sentinel;
  private final Checkpoints checkpoints;
  private final Readers readers;
  private final Writer writer;
  private final Rescue rescue;
  private final Verification verification;
  private final StoreChecks checks;
  private final AuditRelay relay = new AuditRelay();
  private final SqliteAudit audit;
  private final SqliteProjects projects;
  private final SqliteSnapshots snapshots;
  private final IncidentStore incidents;

  Store(
      StoreOptions options,
      Path database,
      Connection connection,
      Sentinel sentinel,
      ChainHead head,
      Checkpoints checkpoints,
      KnownProjects known)
      throws SQLException {
    // The writer uses the connection from now on.
    Optional<AuditRow> takenIn = TakenIn.last(connection);
    this.layout = options.layout();
    this.database = database;
    this.sentinel = sentinel;
    this.checkpoints = checkpoints;
    this.readers = new Readers(database, sentinel);
    this.rescue = new Rescue(options, database, sentinel, checkpoints, known);
    this.writer =
        new Writer(
            connection,
            checkpoints,
            head,
            options.clock(),
            options.clean(),
            relay::tell,
            options.revision(),
            rescue::kept);
    this.audit = new SqliteAudit(writer, readers);
    this.projects = new SqliteProjects(writer, readers, known);
    this.verification =
        new Verification(
            layout, database, new Soundness(options.migrations()), sentinel, writer::head);
    this.checks =
        new StoreChecks(
            layout,
            options.clock(),
            writer,
            readers,
            sentinel,
            rescue,
            projects,
            verification,
            takenIn);
    this.snapshots = new SqliteSnapshots(options, database, sentinel, readers);
    this.incidents = new SqliteIncidents(writer, readers);
  }

  /**
   * Opens bot.db. The guard examines the file first, unless the options say otherwise.
   *
   * @throws DatabaseRefusedException if the file must not be opened; nothing was changed then
   */
  public static Store open(StoreOptions options)
      throws IOException, SQLException, DatabaseRefusedException {
    return new DatabaseStartup(options).open();
  }

  Map<String, HealthCheck> checks() {
    return checks.byName();
  }

  Verification verification() {
    return verification;
  }

  Rescue rescue() {
    return rescue;
  }

  public AuditLog audit() {
    return audit;
  }

  public ProjectStore projects() {
    return projects;
  }

  public SqliteSnapshots snapshots() {
    return snapshots;
  }

  public IncidentStore incidents() {
    return incidents;
  }

  AuditRelay relay() {
    return relay;
  }

  Writer writer() {
    return writer;
  }

  Sentinel sentinel() {
    return sentinel;
  }

  /**
   * Cancels a running snapshot, waits for pending reads and writes, and closes bot.db so that no
   * WAL is left. A bot.db that was overwritten while it was open is not closed. Closing would write
   * the WAL into the new file, and the next start must find that file unchanged.
   */
  @Override
  public void close() throws IOException, SQLException {
    snapshots.close();
    verification.close();
    readers.close();
    writer.drain();
    relay.close();
    if (!sentinel.harm().closable()) {
      LOG.error("{}; the next start takes in what is there", sentinel.what());
      return;
    }
    rescue.setAsideOthers();
    rescue.close();
    ChainHead head = writer.head();
    Bind closing = checkpoints.end(head);
    writer.close();
    int epoch = sentinel.applicationId();
    sentinel.close();
    if (Files.exists(Layout.sidecar(database, "-wal"), LinkOption.NOFOLLOW_LINKS)) {
      LOG.warn("bot.db-wal is still there after closing: another program has bot.db open");
      return;
    }
    closing
        .in(Bind.State.CLOSED)
        .bearing(epoch, epoch, database)
        .harmed(sentinel.what())
        .write(layout.dataDir());
  }
}
