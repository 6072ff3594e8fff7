package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class AtStopTest {

  @TempDir Path dir;

  private static void stop(House house) {
    AtStop atStop = new AtStop(house.parts, house.service);
    atStop.backUp(house.store);
    atStop.backUp(house.store);
  }

  private static List<String> kinds(House house) {
    return house.service.list().stream().map(b -> b.kind()).toList();
  }

  @Test
  void aChangeSinceTheLastBackupIsBackedUpOnce() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      house.store.revision.incrementAndGet();
      stop(house);
      assertEquals(List.of("demand", "stop"), kinds(house));
    }
  }

  @Test
  void anUnchangedDatabaseIsNotBackedUpAgain() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      stop(house);
      assertEquals(List.of("demand"), kinds(house));
    }
  }

  @Test
  void aChangeDuringTheLastBackupCounts() throws Exception {
    try (House house = new House(dir)) {
      house.store.whileWriting = house.store.revision::incrementAndGet;
      house.backup();
      house.store.whileWriting = () -> {};
      stop(house);
      assertEquals(List.of("demand", "stop"), kinds(house));
    }
  }

  @Test
  void aReplacedStoreIsBackedUp() throws Exception {
    try (House house = new House(dir)) {
      house.store.revision.set(100);
      house.backup();
      house.store.revision.set(3);
      stop(house);
      assertEquals(List.of("demand", "stop"), kinds(house));
    }
  }

  @Test
  void aRunningBackupFinishesFirst() throws Exception {
    try (House house = new House(dir)) {
      CountDownLatch writing = new CountDownLatch(1);
      house.store.whileWriting = writing::countDown;
      house.service.backup("demand", House.ACTOR);
      writing.await();
      stop(house);
      assertEquals(List.of("demand"), kinds(house));
    }
  }

  @Test
  void aLargeDatabaseDoesNotDelayTheStop() throws Exception {
    try (House house = new House(dir)) {
      house.store.revision.incrementAndGet();
      house.store.estimated = 65L << 20;
      stop(house);
      assertEquals(0, house.store.written.get());
    }
  }

  @Test
  void aFailureDoesNotDelayTheStop() throws Exception {
    try (House house = new House(dir)) {
      house.store.revision.incrementAndGet();
      house.store.whileWriting =
          () -> {
            throw new StoreException("database is closed");
          };
      stop(house);
      assertTrue(house.service.list().isEmpty());
    }
  }
}
