package innkeeper.host.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.StoreException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HostAuditTest {

  private static final AuditDraft DRAFT = AuditDraft.ok("host.restart", Actor.HOST, "0.1.1");

  private final List<Object> written = new ArrayList<>();
  private final AwaitedService<AuditLog> store = new AwaitedService<>(AuditLog.class, "store");

  private static AuditLog log(Consumer<Object> append) {
    return (AuditLog)
        Proxy.newProxyInstance(
            AuditLog.class.getClassLoader(),
            new Class<?>[] {AuditLog.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("append")) {
                append.accept(arguments[0]);
              }
              return null;
            });
  }

  @Test
  void anEntryWaitsForTheStore() throws Exception {
    HostAudit audit = new HostAudit(store, Duration.ofHours(1));
    CompletableFuture<Boolean> recorded = CompletableFuture.supplyAsync(() -> audit.write(DRAFT));
    store.add(log(written::add));
    assertTrue(recorded.get(10, TimeUnit.SECONDS));
    assertEquals(List.of(DRAFT), written);
  }

  @Test
  void withoutAStoreItIsNotRecorded() {
    assertFalse(new HostAudit(store, Duration.ZERO).write(DRAFT));
  }

  @Test
  void anEntryThatTheStoreRefusesIsNotRecorded() {
    store.add(
        log(
            draft -> {
              throw new StoreException("the disk is full");
            }));
    assertFalse(new HostAudit(store, Duration.ZERO).write(DRAFT));
  }
}
