package innkeeper.supervisor.spawn;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
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
 * The dependencies of the supervisor. Services are looked up for each use, because they may be
 * away.
 *
 * @param environment the host's own
 * @param random from 0 to 1
 * @param asCopy whether to use this DATA_DIR even if it is a copy of one whose servers live
 */
public record Neighbours(
    Path dataDir,
    Map<String, String> environment,
    ControlGroups groups,
    AwaitedService<ProjectStore> store,
    AwaitedService<AuditLog> audit,
    Supplier<Optional<Logs>> logs,
    Supplier<Optional<Redactor>> redactor,
    Supplier<List<ProjectListener>> listeners,
    Clock clock,
    DoubleSupplier random,
    boolean asCopy) {}
