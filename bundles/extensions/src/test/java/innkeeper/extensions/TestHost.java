package innkeeper.extensions;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.CleanText;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Two projects, web and worker, and an audit record in memory. The engine hides hunter2. */
final class TestHost {

  static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
  final List<AuditDraft> record = new CopyOnWriteArrayList<>();
  final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");
  final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");
  volatile boolean full;

  TestHost() {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
    supervisor.add(
        proxy(
            Supervisor.class,
            arguments ->
                List.of("web", "worker").contains(arguments[0])
                    ? Optional.of(status((String) arguments[0]))
                    : Optional.empty()));
    audit.add(
        proxy(
            AuditLog.class,
            arguments -> {
              if (full) {
                throw new StoreException("the disk is full", null);
              }
              record.add((AuditDraft) arguments[0]);
              return (AuditEntry) null;
            }));
  }

  /** {@code action outcome detail}, one for each entry. */
  List<String> entries() {
    return record.stream().map(e -> e.action() + " " + e.outcome() + " " + e.detail()).toList();
  }

  private interface Answer {
    Object to(Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answer.to(arguments)));
  }

  private static ProjectStatus status(String id) {
    return new ProjectStatus(
        new ProjectStatus.Project(id, id),
        new ProjectStatus.Lifecycle(Desired.RUNNING, ProjectState.RUNNING, NOW, ""),
        new ProjectStatus.Server(1, OptionalLong.empty(), Optional.of(NOW), false),
        ProjectStatus.Restarts.NONE,
        Optional.empty(),
        ProjectStatus.ProbeHealth.HEALTHY,
        ProjectStatus.Resources.NONE);
  }
}
