package innkeeper.supervisor.spawn;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.record.LogRecords;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.ProjectStore;
import innkeeper.api.supervisor.ProjectListener;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * The objects that the supervisor gets from outside. Services are looked up for each use, because
 * they may be away.
 *
 * @param environment the environment variables of the host
 * @param random supplies numbers from 0 to 1, which vary the pause before a restart
 * @param asCopy whether servers are started although DATA_DIR is a copy of one whose servers run
 */
public record Neighbours(
    Path dataDir,
    Map<String, String> environment,
    ControlGroups groups,
    AwaitedService<ProjectStore> store,
    AwaitedService<AuditLog> audit,
    Supplier<Optional<Logs>> logs,
    Supplier<Optional<LogRecords>> records,
    Supplier<Optional<Redactor>> redactor,
    Supplier<List<ProjectListener>> listeners,
    Clock clock,
    DoubleSupplier random,
    boolean asCopy) {}
