package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An Error in one of the store's threads is answered, and ends neither the thread nor its work. */
@Timeout(60)
class ErrorsTest {

  @TempDir Path dir;

  private static void once(AtomicInteger calls) {
    if (calls.incrementAndGet() == 1) {
      throw new OutOfMemoryError("no heap, for once");
    }
  }

  @Test
  void anOutOfMemoryErrorFailsOneWriteAndNotTheNext() throws Exception {
    AtomicInteger cleaned = new AtomicInteger();
    new House(dir);
    StoreOptions options =
        StoreOptions.of(
            dir,
            "test",
            text -> {
              if (text.startsWith("entry")) {
                once(cleaned);
              }
              return text;
            },
            new AtomicLong());
    try (Store store = Store.open(options)) {
      assertThrows(StoreException.class, () -> store.audit().append(House.draft("entry 1")));
      assertEquals("entry 2", store.audit().append(House.draft("entry 2")).detail());
    }
  }

  @Test
  void anErrorOfOneListenerDoesNotStopTheOthers() throws Exception {
    AtomicInteger told = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(2);
    try (Store store = new House(dir).open()) {
      store.relay().follow(List.of(entry -> once(told), entry -> both.countDown()));
      store.audit().append(House.draft("entry 1"));
      store.audit().append(House.draft("entry 2"));
      assertTrue(both.await(30, TimeUnit.SECONDS));
    }
    assertEquals(2, told.get());
  }
}
