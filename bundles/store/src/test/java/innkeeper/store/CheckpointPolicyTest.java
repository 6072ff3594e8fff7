package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.write.CheckpointPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** bot.db alone, without its write-ahead log, holds what was written a moment ago. */
@Timeout(60)
class CheckpointPolicyTest {

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void move() throws Exception {
    house = new House(dir);
  }

  private Store open() throws Exception {
    return Store.open(house.options(CheckpointPolicy.USUAL, step -> {}));
  }

  private long inFile(String sql) {
    try (Connection connection = Connections.immutable(house.layout.database())) {
      return Sql.number(connection, sql);
    } catch (SQLException e) {
      return -1; // Read while it is written.
    }
  }

  private static void until(BooleanSupplier done) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!done.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "not within 30 s");
      Thread.sleep(10);
    }
  }

  @Test
  void aChangedProjectIsWrittenBackDuringOtherWrites() throws Exception {
    try (Store store = open()) {
      CompletableFuture<Void> others = new CompletableFuture<>();
      Thread writing =
          new Thread(
              () -> {
                while (!others.isDone()) {
                  store.audit().append(House.draft("beside"));
                }
              });
      writing.start();
      store.projects().apply(List.of(House.project("c1")), List.of(), List.of());
      until(() -> inFile("SELECT count(*) FROM project") == 1);
      store.projects().desire("c1", Desired.STOPPED, House.draft("stop"));
      until(() -> inFile("SELECT count(*) FROM project WHERE desired = 'STOPPED'") == 1);
      others.complete(null);
      writing.join();
    }
  }

  @Test
  void theAuditRecordIsWrittenBackWhenNoWriteFollows() throws Exception {
    try (Store store = open()) {
      long seq = store.audit().append(House.draft("last")).seq();
      until(() -> inFile("SELECT max(seq) FROM audit") == seq);
    }
  }

  @Test
  void aCopyOfARunningHostsDatabaseHoldsTheProjects() throws Exception {
    Path copy = dir.resolve("hot.db");
    try (Store store = open()) {
      store
          .projects()
          .apply(List.of(House.project("c1"), House.project("c2")), List.of(), List.of());
      until(() -> inFile("SELECT count(*) FROM project") == 2);
      Files.copy(house.layout.database(), copy);
      store.projects().apply(List.of(), List.of("c1"), List.of());
    }
    Files.copy(copy, house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = open()) {
      assertEquals(2, store.projects().projects().size());
    }
  }

  /** As on a full disk, which takes the log's pages but no new bind.json. */
  @Test
  void aFailedCheckpointIsNotReportedAsAnotherProgram() throws Exception {
    List<String> steps = new CopyOnWriteArrayList<>();
    AtomicBoolean full = new AtomicBoolean(true);
    StoreOptions options =
        house.options(
            CheckpointPolicy.USUAL,
            step -> {
              steps.add(step);
              if (step.equals("written-back") && full.get()) {
                throw new UncheckedIOException(new IOException("no space left on device"));
              }
            });
    try (Store store = Store.open(options)) {
      store.projects().apply(List.of(House.project("c1")), List.of(), List.of());
      until(() -> steps.contains("written-back"));
      store.audit().append(House.draft("next"));
      full.set(false);
      assertFalse(steps.contains("others-wrote-back"), steps::toString);
    }
  }

  @Test
  void aCheckpointByAnotherProgramIsNoticed() throws Exception {
    List<String> steps = new CopyOnWriteArrayList<>();
    try (Store store = Store.open(house.options(CheckpointPolicy.NEVER, steps::add))) {
      store.audit().append(House.draft("before"));
      try (Connection other = Connections.fresh(house.layout.database())) {
        Sql.number(other, "PRAGMA wal_checkpoint(PASSIVE)");
      }
      store.audit().append(House.draft("after another program"));
      assertTrue(steps.contains("others-wrote-back"), steps::toString);
    }
  }

  /** Whoever holds bot.db's lock holds up every write; none is acknowledged and lost. */
  @Test
  void aWriteUnderAnotherProgramsLockIsAcknowledgedOnlyOnceWritten() throws Exception {
    try (Store store = open()) {
      store
          .projects()
          .apply(List.of(House.project("c1"), House.project("c2")), List.of(), List.of());
      try (Connection other = Connections.fresh(house.layout.database());
          Statement lock = other.createStatement()) {
        lock.execute("BEGIN IMMEDIATE");
        List<CompletableFuture<Boolean>> stops =
            List.of("c1", "c2").stream().map(id -> stop(store, id)).toList();
        for (CompletableFuture<Boolean> stop : stops) {
          assertEquals(false, stop.get(30, TimeUnit.SECONDS), "acknowledged");
        }
        lock.execute("ROLLBACK");
      }
      assertTrue(stop(store, "c1").get(30, TimeUnit.SECONDS));
    }
  }

  private static CompletableFuture<Boolean> stop(Store store, String id) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            store.projects().desire(id, Desired.STOPPED, House.draft("stop"));
            return true;
          } catch (StoreException e) {
            return false;
          }
        });
  }
}
