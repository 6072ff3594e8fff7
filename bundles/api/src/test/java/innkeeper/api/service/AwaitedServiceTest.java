package innkeeper.api.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AwaitedServiceTest {

  private final AwaitedService<Runnable> service = new AwaitedService<>(Runnable.class, "runner");
  private final Runnable one = () -> {};
  private final Runnable other = () -> {};

  @Test
  void whoWaitsIsWokenWhenTheServiceComes() throws Exception {
    CompletableFuture<Runnable> got = new CompletableFuture<>();
    Thread waiter = waiting(() -> got.complete(service.await(Duration.ofHours(1))));
    service.add(one);
    assertEquals(one, got.get(10, TimeUnit.SECONDS));
    waiter.join();
  }

  @Test
  void aServiceThatDoesNotComeIsNamedWithItsSurfaceAndTheWait() {
    assertEquals(
        "the runner surface is away (service Runnable, waited 20 ms)",
        assertThrows(ServiceAwayException.class, () -> service.await(Duration.ofMillis(20)))
            .getMessage());
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CompletableFuture<ServiceAwayException> thrown = new CompletableFuture<>();
    Thread waiter =
        waiting(
            () -> {
              try {
                service.await(Duration.ofHours(1));
              } catch (ServiceAwayException e) {
                thrown.complete(e);
                interrupted.complete(Thread.currentThread().isInterrupted());
              }
            });
    waiter.interrupt();
    ServiceAwayException e = thrown.get(10, TimeUnit.SECONDS);
    assertInstanceOf(InterruptedException.class, e.getCause());
    assertEquals(
        "interrupted while the runner surface was away (service Runnable)", e.getMessage());
    assertTrue(interrupted.get(10, TimeUnit.SECONDS));
  }

  @Test
  void theSuccessorMayComeBeforeThePredecessorGoes() {
    service.add(one);
    service.add(other);
    assertEquals(Optional.of(one), service.get());
    service.remove(one);
    assertEquals(other, service.await(Duration.ZERO));
    service.remove(other);
    assertEquals(Optional.empty(), service.get());
  }

  /** Started, and in its wait. */
  private static Thread waiting(Runnable work) {
    Thread waiter = new Thread(work, "waiter");
    waiter.start();
    while (waiter.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return waiter;
  }
}
