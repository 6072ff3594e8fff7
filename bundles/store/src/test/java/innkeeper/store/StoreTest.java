package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Digest;
import innkeeper.common.time.IsoTime;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.write.CheckpointPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StoreTest {

  @TempDir Path dir;
  private House house;

  @BeforeEach
  void move() throws Exception {
    house = new House(dir);
  }

  @Test
  void definitionsAreThereAfterARestart() throws Exception {
    try (Store store = house.open()) {
      store
          .projects()
          .apply(List.of(House.project("c1"), House.project("c2")), List.of(), List.of());
      store.projects().desire("c2", Desired.STOPPED, House.draft("stop c2"));
      store.projects().apply(List.of(House.project("c2")), List.of("c1"), List.of());
    }
    try (Store store = house.open()) {
      var projects = store.projects().projects();
      assertEquals(1, projects.size());
      assertEquals(House.project("c2"), projects.get(0).definition());
      assertEquals(Desired.STOPPED, projects.get(0).desired());
      assertEquals("value", projects.get(0).definition().env().get("KEY"));
    }
  }

  @Test
  void aDesiredStateOfAnUnknownProjectWritesNothing() throws Exception {
    try (Store store = house.open()) {
      long before = store.writer().head().seq();
      assertThrows(
          StoreException.class,
          () -> store.projects().desire("nobody", Desired.RUNNING, House.draft("start")));
      assertEquals(before, store.writer().head().seq());
      assertEquals(before + 1, store.audit().append(House.draft("after")).seq());
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void closingLeavesOneFileInTheStateClosed() throws Exception {
    house.filled(20);
    assertTrue(Files.exists(house.layout.database()));
    for (String side : List.of("-wal", "-shm", "-journal")) {
      assertFalse(Files.exists(dir.resolve("bot.db" + side)), side);
    }
    assertTrue(Files.readString(dir.resolve("bind.json")).contains("\"dirty\":false"));
  }

  @Test
  void everyFileIsPrivate() throws Exception {
    try (Store store = house.open()) {
      store.audit().append(House.draft("x"));
      house.backup();
      try (var files = Files.walk(house.dir)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          String mode =
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
          if (!file.equals(house.dir)) {
            assertEquals(Files.isDirectory(file) ? "rwx------" : "rw-------", mode, file + "");
          }
        }
      }
    }
  }

  @Test
  void manyCallersShareCommitsAndEachIsWritten() throws Exception {
    AtomicLong revision = new AtomicLong();
    ExecutorService callers = Executors.newFixedThreadPool(16);
    try (Store store =
        Store.open(house.options(Migration.ALL, revision, CheckpointPolicy.NEVER, step -> {}))) {
      long before = revision.get();
      CountDownLatch go = new CountDownLatch(1);
      List<Future<AuditEntry>> entries = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String detail = "entry " + i;
        entries.add(
            callers.submit(
                () -> {
                  go.await();
                  return store.audit().append(House.draft(detail));
                }));
      }
      go.countDown();
      List<Long> numbers = new ArrayList<>();
      for (Future<AuditEntry> entry : entries) {
        numbers.add(entry.get(30, TimeUnit.SECONDS).seq());
      }
      Collections.sort(numbers);
      for (int i = 1; i < numbers.size(); i++) {
        assertEquals(numbers.get(i - 1) + 1, numbers.get(i));
      }
      assertTrue(revision.get() - before < 400, "commits were shared");
      assertTrue(store.audit().verify().whole());
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void aFailedWriteDoesNotAffectOthersOfItsCommit() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try (Store store = house.open()) {
      List<Future<Boolean>> outcomes = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        boolean bad = i % 3 == 0;
        outcomes.add(
            callers.submit(
                () -> {
                  try {
                    if (bad) {
                      store.projects().desire("nobody", Desired.RUNNING, House.draft("bad"));
                    } else {
                      store.audit().append(House.draft("good"));
                    }
                    return true;
                  } catch (StoreException e) {
                    return false;
                  }
                }));
      }
      int good = 0;
      for (Future<Boolean> outcome : outcomes) {
        good += outcome.get(30, TimeUnit.SECONDS) ? 1 : 0;
      }
      assertEquals(66, good);
      assertEquals(
          66, store.audit().entries(1000, Long.MAX_VALUE, "", "test.entry").entries().size());
      assertTrue(store.audit().verify().whole());
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void anInterruptedCallerGetsItsResult() throws Exception {
    try (Store store = house.open()) {
      Thread.currentThread().interrupt();
      AuditEntry entry = store.audit().append(House.draft("interrupted"));
      assertTrue(Thread.interrupted());
      assertEquals(entry.seq(), store.writer().head().seq());
    }
  }

  @Test
  void detailsAreRedactedAndKeptToOneLine() throws Exception {
    StoreOptions options =
        StoreOptions.of(
            house.dir, "test", text -> text.replace("hunter2", "[REDACTED]"), new AtomicLong());
    try (Store store = Store.open(options)) {
      AuditEntry entry = store.audit().append(House.draft("password hunter2\nsecond\u0000 \ud800"));
      assertEquals("password [REDACTED] second  \ufffd", entry.detail());
      assertEquals(
          entry, store.audit().entries(1, Long.MAX_VALUE, "", "test.entry").entries().get(0));
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void theHashIsOverTheDocumentedForm() throws Exception {
    try (Store store = house.open()) {
      AuditEntry e =
          store
              .audit()
              .append(
                  new AuditDraft(
                      "project.start",
                      "c1",
                      new Actor(Actor.Via.SHELL, "1000", "ünder"),
                      "ok",
                      "d"));
      StringBuilder form = new StringBuilder();
      for (String value :
          List.of(
              e.prevHash(),
              "" + e.seq(),
              IsoTime.text(e.ts()),
              "project.start",
              "c1",
              "shell",
              "1000",
              "ünder",
              "ok",
              "d")) {
        form.append(value.getBytes(StandardCharsets.UTF_8).length)
            .append(':')
            .append(value)
            .append(',');
      }
      var digest = Digest.sha256();
      digest.update(form.toString().getBytes(StandardCharsets.UTF_8));
      assertEquals(Digest.hex(digest), e.hash());
    }
  }

  @Test
  void pagesLeadThroughTheWholeRecordOldestFirst() throws Exception {
    house.filled(25);
    try (Store store = house.open()) {
      List<Long> seen = new ArrayList<>();
      OptionalLong before = OptionalLong.of(Long.MAX_VALUE);
      while (before.isPresent()) {
        AuditLog.Page page = store.audit().entries(10, before.getAsLong(), "", "test.entry");
        List<Long> numbers = page.entries().stream().map(AuditEntry::seq).toList();
        assertEquals(numbers.stream().sorted().toList(), numbers);
        seen.addAll(0, numbers);
        before = page.next();
      }
      assertEquals(26, seen.size());
      assertEquals(seen.stream().sorted().distinct().toList(), seen);
    }
  }

  @Test
  void listenersGetEachEntryInOrderAfterItIsOnDisk() throws Exception {
    try (Store store = house.open()) {
      List<Long> heard = Collections.synchronizedList(new ArrayList<>());
      CountDownLatch all = new CountDownLatch(20);
      store
          .relay()
          .follow(
              List.of(
                  entry -> {
                    throw new IllegalStateException("a bad listener");
                  },
                  entry -> {
                    heard.add(entry.seq());
                    all.countDown();
                  }));
      List<Long> written = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        written.add(store.audit().append(House.draft("x")).seq());
      }
      assertTrue(all.await(10, TimeUnit.SECONDS));
      assertEquals(written, heard);
    }
  }

  @Test
  void aReplacedBundleTakesOverWithoutTheGuard() throws Exception {
    Store first = house.open();
    long seq = first.audit().append(House.draft("first")).seq();
    first.close();
    try (Store second = Store.open(house.options().unguarded())) {
      assertEquals(seq + 1, second.audit().append(House.draft("second")).seq());
      assertTrue(second.audit().verify().whole());
    }
    assertThrows(StoreException.class, () -> first.audit().append(House.draft("late")));
  }
}
