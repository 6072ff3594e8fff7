package innkeeper.supervisor.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class JournalTest {

  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-28T12:58:19.250123Z"));
  private final List<String> details = new CopyOnWriteArrayList<>();

  private AuditLog log() {
    Class<?>[] types = {AuditLog.class};
    return (AuditLog)
        Proxy.newProxyInstance(
            AuditLog.class.getClassLoader(),
            types,
            (proxy, method, arguments) -> {
              if (method.getName().equals("append")) {
                details.add(((AuditDraft) arguments[0]).detail());
              }
              return method.getReturnType() == boolean.class ? proxy == arguments[0] : null;
            });
  }

  @Test
  void aLateEntryHoldsTheTimeOfItsEvent() throws Exception {
    CountDownLatch done = new CountDownLatch(3);
    try (Journal journal = new Journal(audit, now::get)) {
      for (String detail : List.of("incarnation 2 ended with 0", "")) {
        journal.append(AuditDraft.ok("project.exit", Actor.HOST, detail), done::countDown);
      }
      now.set(now.get().plusSeconds(64));
      journal.append(AuditDraft.ok("project.stop", Actor.HOST, "by request"), done::countDown);
      audit.add(log());
      done.await(60, TimeUnit.SECONDS);
    }
    assertEquals(
        List.of(
            "incarnation 2 ended with 0, recorded late, was at 2026-11-28T12:58:19.250Z",
            "recorded late, was at 2026-11-28T12:58:19.250Z",
            "by request"),
        details);
  }
}
