package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.Desired;
import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Digest;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Header;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SnapshotTest {

  @TempDir Path dir;
  private House house;
  private Path target;

  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(300);
    target = house.dir.resolve("copy with space % ? #.db");
  }

  @Test
  void theSequenceOfADeletedBackupIsNotUsedAgain() throws Exception {
    BackupManifest first = house.backup();
    Files.delete(house.backup(first));
    Files.delete(house.layout.backups().resolve(first.name() + ".json"));
    assertEquals(first.seq() + 1, house.backup().seq());
  }

  @Test
  void aSnapshotHoldsTheContentAndReportsIt() throws Exception {
    try (Store store = house.open()) {
      List<Double> progress = Collections.synchronizedList(new ArrayList<>());
      SnapshotFacts facts = store.snapshots().write(target, progress::add);
      assertEquals(House.content(house.layout.database(), 1000), House.immutableContent(target));
      assertEquals(Files.size(target), facts.bytes());
      assertEquals(Digest.of(target), facts.sha256());
      assertEquals(2, facts.rows().get("project"));
      assertEquals(302, facts.lastAuditSeq());
      assertEquals(302, facts.rows().get("audit"));
      assertEquals(ApplicationId.BACKUP, Header.read(target).applicationId());
      assertEquals(1.0, progress.get(progress.size() - 1));
      assertEquals(facts, store.snapshots().inspect(target));
      assertTrue(store.snapshots().estimatedBytes() >= facts.bytes() / 2);
    }
  }

  @Test
  void aPreviewReportsTheChangesOfARestore() throws Exception {
    try (Store store = house.open()) {
      store.snapshots().write(target, done -> {});
      RestorePreview same = store.snapshots().preview(target);
      assertEquals(target.getFileName().toString(), same.backup());
      assertEquals(List.of(), same.gained());
      assertEquals(List.of(), same.changed());
      assertEquals(0, same.newerEntries());
      store
          .projects()
          .apply(List.of(House.project("c3")), List.of("c1"), List.of(House.draft("change")));
      store.projects().desire("c2", Desired.STOPPED, House.draft("stop"));
      RestorePreview preview = store.snapshots().preview(target);
      assertEquals(List.of("c1"), preview.gained());
      assertEquals(List.of("c2"), preview.changed());
      assertEquals(List.of("c3"), preview.lost());
      assertEquals(2, preview.newerEntries());
      assertEquals(new RestorePreview.Rows(304, 302), preview.rows().get("audit"));
      assertFalse(preview.rows().containsKey("project_digest"), preview.rows().toString());
      store.audit().append(House.draft("it is written on"));
    }
  }

  @Test
  void anExistingFileIsLeftAlone() throws Exception {
    Files.writeString(target, "somebody's");
    try (Store store = house.open()) {
      assertThrows(StoreException.class, () -> store.snapshots().write(target, p -> {}));
      assertEquals("somebody's", Files.readString(target));
    }
  }

  @Test
  void aSnapshotInAFolderThatIsNotThereFailsAndLeavesNothing() throws Exception {
    try (Store store = house.open()) {
      Path nowhere = dir.resolve("nowhere/copy.db");
      assertThrows(StoreException.class, () -> store.snapshots().write(nowhere, p -> {}));
      assertThrows(
          StoreException.class, () -> store.snapshots().write(Path.of("relative.db"), p -> {}));
      store.audit().append(House.draft("goes on"));
    }
  }

  @Test
  void anInspectionRejectsAPartialFileAndChangesNothing() throws Exception {
    try (Store store = house.open()) {
      store.snapshots().write(target, p -> {});
      byte[] whole = Files.readAllBytes(target);
      Path partial = dir.resolve("partial.db");
      for (int length : new int[] {0, 50, 100, 4096, whole.length / 2, whole.length - 1}) {
        Files.write(partial, Arrays.copyOf(whole, length));
        assertThrows(StoreException.class, () -> store.snapshots().inspect(partial), "" + length);
        assertEquals(length, Files.size(partial));
      }
      Files.write(partial, whole);
      Files.writeString(dir.resolve("partial.db-journal"), "hot");
      assertThrows(StoreException.class, () -> store.snapshots().inspect(partial));
      assertTrue(Files.exists(dir.resolve("partial.db-journal")));
      assertThrows(StoreException.class, () -> store.snapshots().inspect(dir.resolve("none.db")));
    }
  }

  @Test
  void writersContinueDuringASnapshot() throws Exception {
    try (Store store = house.open()) {
      AtomicBoolean done = new AtomicBoolean();
      CountDownLatch writing = new CountDownLatch(50);
      CompletableFuture<Long> writer =
          CompletableFuture.supplyAsync(
              () -> {
                long count = 0;
                while (!done.get()) {
                  store.audit().append(House.draft("beside"));
                  writing.countDown();
                  count++;
                }
                return count;
              });
      assertTrue(writing.await(20, TimeUnit.SECONDS));
      for (int i = 0; i < 5; i++) {
        Path copy = dir.resolve("copy" + i);
        SnapshotFacts facts = store.snapshots().write(copy, p -> {});
        assertEquals(facts, store.snapshots().inspect(copy));
      }
      done.set(true);
      assertTrue(writer.get(20, TimeUnit.SECONDS) >= 50);
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void closingCancelsASnapshotAndDeletesItsFiles() throws Exception {
    Store store = house.open();
    AtomicBoolean begun = new AtomicBoolean();
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread closer =
        new Thread(
            () -> {
              try {
                store.close();
              } catch (Exception e) {
                failure.complete(e);
              }
            });
    assertThrows(
        StoreException.class,
        () ->
            store
                .snapshots()
                .write(
                    target,
                    p -> {
                      if (begun.compareAndSet(false, true)) {
                        closer.start();
                        awaitClosed(store);
                      }
                    }));
    closer.join(20_000);
    assertFalse(closer.isAlive());
    assertFalse(failure.isDone());
    assertFalse(Files.exists(target));
    assertFalse(Files.exists(dir.resolve("bot.db-wal")));
  }

  /** Holds the copy until close() has said that it must end. */
  private static void awaitClosed(Store store) {
    while (!store.snapshots().closing()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aRestoreDrillRunsTheRealStartAndLeavesNothing() throws Exception {
    try (Store store = house.open()) {
      BackupManifest manifest = house.backup();
      Path scratch = dir.resolve("scratch");
      store.snapshots().rehearse(house.backup(manifest), manifest.facts(), scratch);
      try (var left = Files.list(scratch)) {
        assertEquals(0, left.count());
      }
      assertEquals(manifest.facts().sha256(), Digest.of(house.backup(manifest)));
    }
  }

  @Test
  void aFailedRestoreDrillNamesItsStep() throws Exception {
    try (Store store = house.open()) {
      BackupManifest manifest = house.backup();
      Path file = house.backup(manifest);
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
      StoreException e =
          assertThrows(
              StoreException.class,
              () -> store.snapshots().rehearse(file, manifest.facts(), dir.resolve("scratch")));
      assertTrue(e.getMessage().contains("step open"), e.getMessage());
    }
  }
}
