package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.store.archive.ArchiveMain;
import innkeeper.store.guard.KnownBackups;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.Confirmation;
import innkeeper.store.restore.RestoreMain;
import innkeeper.store.sqlite.Connections;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RestoreCommandTest {

  @TempDir Path dir;
  private House house;
  private BackupManifest manifest;
  private String printed;

  /** A backup, then another project and thirteen entries, then a clean stop. */
  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(30);
    try (Store store = house.open()) {
      manifest = house.backup();
      store
          .projects()
          .apply(List.of(House.project("late")), List.of("c1"), List.of(House.draft("late")));
      for (int i = 0; i < 12; i++) {
        store.audit().append(House.draft("later " + i));
      }
    }
  }

  private int restore(String typed, String... args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Optional<BufferedReader> answers =
          Optional.ofNullable(typed).map(text -> new BufferedReader(new StringReader(text)));
      return new RestoreMain(out, out, new Confirmation(out, answers)).run(dir, args);
    } finally {
      printed = bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private int refused(int status, String... args) throws Exception {
    Map<String, String> before = house.bytes();
    int got = restore(null, args);
    before.remove("run/host.lock");
    Map<String, String> after = house.bytes();
    after.remove("run/host.lock");
    assertEquals(before, after, printed);
    assertEquals(status, got, printed);
    return got;
  }

  private void comesBack(long carried) throws Exception {
    List<String> expected = House.immutableContent(house.backup(manifest));
    try (Store store = house.open()) {
      assertEquals(
          expected, House.content(house.layout.database(), manifest.facts().lastAuditSeq()));
      List<AuditEntry> restores =
          store.audit().entries(10, Long.MAX_VALUE, "", "database.restore").entries();
      assertEquals(1, restores.size());
      assertTrue(restores.get(0).detail().contains(manifest.name()));
      assertEquals(
          carried,
          store.audit().entries(1000, Long.MAX_VALUE, "", "audit.recover").entries().size());
      assertTrue(store.audit().verify().whole(), store.audit().verify().reason());
    }
    assertFalse(Files.exists(dir.resolve("restore-pending.json")));
    assertFalse(Files.exists(dir.resolve("run/restore-work")));
  }

  @Test
  void theDryRunReportsGainsAndLossesAndChangesNothing() throws Exception {
    refused(0, "restore", "latest", "--dry-run");
    assertTrue(printed.contains("lost     project late"), printed);
    assertTrue(printed.contains("gained   project c1"), printed);
    assertTrue(printed.contains("audit    13 entries are newer"), printed);
    assertTrue(printed.contains("seconds ago (demand)"), printed);
  }

  @Test
  void aMissingDirectoryIsReported() throws Exception {
    Path missing = dir.resolve("missing");
    for (String line : List.of("restore latest", "archive " + dir.resolve("x.tar"))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
        int status =
            new ArchiveMain(out, out, new Confirmation(out, Optional.empty()))
                .run(missing, line.split(" "));
        assertEquals(1, status);
      }
      String said = bytes.toString(StandardCharsets.UTF_8);
      assertTrue(said.contains(": DATA_DIR=" + missing + " does not exist; "), said);
    }
    assertFalse(Files.exists(missing));
  }

  @Test
  void severalBackupsAreRefusedWithTheirNames() throws Exception {
    refused(2, "restore", "a1", "bb");
    assertTrue(printed.startsWith("restore: one backup at a time, not a1, bb; allowed: "), printed);
  }

  @Test
  void aUsageErrorIsReportedBeforeTheQuestionForAHost() throws Exception {
    System.setProperty("innkeeper.several", "WHICH");
    try {
      refused(2, "restore");
      assertTrue(printed.startsWith("restore: which backup should be restored?"), printed);
      refused(2, "restore", "latest");
      assertEquals("WHICH\n", printed);
    } finally {
      System.clearProperty("innkeeper.several");
    }
  }

  @Test
  void aRestoreByNameBringsTheBackupBackAndKeepsTheHistory() throws Exception {
    assertEquals(0, restore(null, "restore", manifest.name(), "--yes"), printed);
    assertTrue(
        printed.contains("lost against what was there: 1 project (late), no audit"), printed);
    comesBack(13);
    List<BackupManifest> kept = new KnownBackups(house.layout.backups()).verified(10);
    assertEquals("pre-restore", kept.get(0).kind(), "a safety copy was made");
    try (Store store = house.open()) {
      AuditEntry first =
          store.audit().entries(1000, Long.MAX_VALUE, "", "audit.recover").entries().get(0);
      assertTrue(first.detail().contains("seq=33 "), first.detail());
      assertTrue(first.detail().contains("action=test.entry"), first.detail());
      assertTrue(first.detail().endsWith(": late"), first.detail());
    }
  }

  @Test
  void theSafetyCopyUndoesARestoreAndKeepsAllEntries() throws Exception {
    List<String> before = House.immutableContent(house.layout.database());
    assertEquals(0, restore("yes\n", "latest"), printed);
    comesBack(13);
    BackupManifest undo = new KnownBackups(house.layout.backups()).verified(1).get(0);
    assertEquals(0, restore(null, undo.name().replace(".db", ""), "--yes"), printed);
    try (Store store = house.open()) {
      assertEquals(before, House.content(house.layout.database(), undo.facts().lastAuditSeq()));
      // The thirteen that came back, and the restore itself.
      assertEquals(
          14, store.audit().entries(1000, Long.MAX_VALUE, "", "audit.recover").entries().size());
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void aStartWithoutTheSafetyCopyRecordsThatTheLaterEntriesAreLost() throws Exception {
    assertEquals(0, restore(null, manifest.name(), "--yes"), printed);
    BackupManifest safety = new KnownBackups(house.layout.backups()).verified(1).get(0);
    Files.delete(house.backup(safety));
    try (Store store = house.open()) {
      List<AuditEntry> carried =
          store.audit().entries(10, Long.MAX_VALUE, "", "audit.recover").entries();
      assertEquals(1, carried.size(), carried::toString);
      assertEquals("failed", carried.get(0).outcome());
      assertTrue(carried.get(0).detail().contains(safety.name()), carried.get(0).detail());
      AuditEntry entry =
          store.audit().entries(9, Long.MAX_VALUE, "", "database.restore").entries().get(0);
      assertTrue(entry.detail().contains("at least 13 audit entries"), entry.detail());
    }
  }

  @Test
  void aDirectoryInPlaceOfTheDatabaseIsSetAside() throws Exception {
    Files.delete(house.layout.database());
    Files.createFile(Files.createDirectory(house.layout.database()).resolve("inside"));
    assertEquals(0, restore(null, manifest.name(), "--yes"), printed);
    comesBack(0);
    try (Stream<Path> kept = Files.walk(house.layout.quarantine())) {
      assertTrue(kept.anyMatch(file -> file.endsWith("bot.db/inside")), "nothing is deleted");
    }
  }

  @Test
  void withoutKeepAuditTheEntriesAreInTheSafetyCopyOnly() throws Exception {
    assertEquals(0, restore(null, "latest", "--yes", "--no-keep-audit"), printed);
    comesBack(0);
  }

  @Test
  void aRestoreAfterAKillIgnoresTheOldSideFiles() throws Exception {
    try (Doomed host = Doomed.writer(dir)) {
      for (int i = 0; i < 200; i++) {
        host.line().orElseThrow();
      }
      host.kill();
    }
    assertTrue(Files.exists(dir.resolve("bot.db-wal")));
    refused(0, "latest", "--dry-run");
    assertEquals(0, restore(null, "latest", "--yes"), printed);
    assertTrue(Files.exists(dir.resolve("bot.db-wal")), "the guard's work, not the command's");
    List<String> expected = House.immutableContent(house.backup(manifest));
    try (Store store = house.open()) {
      assertEquals(
          expected, House.content(house.layout.database(), manifest.facts().lastAuditSeq()));
      assertTrue(
          store.audit().entries(1000, Long.MAX_VALUE, "", "audit.recover").entries().size() >= 190);
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void theLossOfARestoreIsRecordedAndReportedByHealth() throws Exception {
    assertEquals(0, restore(null, "latest", "--yes", "--no-keep-audit"), printed);
    assertTrue(printed.contains("lost against what was there: 1 project (late), at least 13"));
    BackupManifest safety = new KnownBackups(house.layout.backups()).verified(1).get(0);
    for (int start = 1; start <= 2; start++) {
      try (Store store = house.open()) {
        AuditEntry entry =
            store.audit().entries(9, Long.MAX_VALUE, "", "database.restore").entries().get(0);
        String lost = "lost against what was there: 1 project (late), at least 13 audit entries";
        assertTrue(entry.detail().endsWith(lost), entry.detail());
        assertEquals("warned", entry.outcome());
        Result health = store.checks().get("database:restore").execute();
        assertEquals(Result.Status.WARN, health.getStatus());
        assertTrue(health.toString().contains(lost), health.toString());
        assertTrue(
            health.toString().contains("restore " + safety.name() + " --yes --stop"),
            health.toString());
      }
    }
  }

  @Test
  void theLossOfACopyByHandIsReported() throws Exception {
    Files.copy(
        house.backup(manifest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = house.open()) {
      AuditEntry entry =
          store.audit().entries(9, Long.MAX_VALUE, "", "database.restore").entries().get(0);
      assertTrue(
          entry.detail().endsWith("1 project (late), at least 13 audit entries"), entry.detail());
      assertFalse(store.checks().get("database:restore").execute().isOk());
    }
  }

  @Test
  void aRestoreWithoutALossDoesNotWarn() throws Exception {
    BackupManifest newest = house.backup();
    Files.copy(house.backup(newest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = house.open()) {
      AuditEntry entry =
          store.audit().entries(9, Long.MAX_VALUE, "", "database.restore").entries().get(0);
      assertFalse(entry.detail().contains("lost"), entry.detail());
      assertTrue(store.checks().get("database:restore").execute().isOk());
    }
  }

  @Test
  void aChangedDatabaseIsQuarantinedAndItsLossIsReported() throws Exception {
    try (Connection other = Connections.fresh(house.layout.database());
        Statement statement = other.createStatement()) {
      statement.execute("UPDATE project_digest SET digest = 'x'");
    }
    assertEquals(0, restore(null, "latest", "--yes"), printed);
    assertTrue(printed.contains("is not what was written"), printed);
    assertTrue(
        printed.contains("lost against what was there: 1 project (late), at least 13"), printed);
    assertEquals(1, printed.lines().filter(line -> line.startsWith("lost against")).count());
    comesBack(0);
  }

  @Test
  void anUnreadableDatabaseIsQuarantined() throws Exception {
    byte[] junk = "not a database at all".repeat(300).getBytes(StandardCharsets.UTF_8);
    Files.write(house.layout.database(), junk);
    assertEquals(0, restore(null, "latest", "--yes"), printed);
    assertTrue(printed.contains("set aside"), printed);
    try (var kept = Files.walk(house.layout.quarantine())) {
      Path file = kept.filter(f -> f.endsWith("bot.db")).findFirst().orElseThrow();
      assertEquals(junk.length, Files.size(file));
    }
    comesBack(0);
  }

  @Test
  void aRestoreWorksWithoutADatabase() throws Exception {
    Files.delete(house.layout.database());
    assertEquals(0, restore(null, "latest", "--yes"), printed);
    comesBack(0);
  }

  @Test
  void aRestoreIsRefusedWhileAHostRuns() throws Exception {
    Path lock = dir.resolve("run/host.lock");
    Files.writeString(lock, "4711\n");
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      channel.lock();
      refused(1, "latest", "--yes");
      assertTrue(printed.contains("a host runs"), printed);
      assertEquals(1, printed.lines().count());
    }
  }

  @Test
  void aDryRunBesideAHostReadsItsLogAndChangesNothing() throws Exception {
    Path lock = Files.createFile(dir.resolve("run/host.lock"));
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        Store store = house.open()) {
      channel.lock();
      store
          .projects()
          .apply(List.of(House.project("latest")), List.of(), List.of(House.draft("latest")));
      assertTrue(Files.size(dir.resolve("bot.db-wal")) > 0);
      Map<String, String> before = house.bytes();
      assertEquals(0, restore(null, "latest", "--dry-run"), printed);
      Map<String, String> after = house.bytes();
      // What readers share in memory, not content.
      List.of(before, after).forEach(files -> files.remove("bot.db-shm"));
      assertEquals(before, after, printed);
      assertTrue(printed.contains("lost     project latest"), printed);
      assertTrue(printed.contains("14 entries are newer"), printed);
      assertTrue(printed.contains("a host runs: stop it"), printed);
      store.audit().append(House.draft("still written"));
    }
    try (Store store = house.open()) {
      assertTrue(store.projects().projects().toString().contains("latest"));
    }
  }

  @Test
  void aRestoreWithoutATerminalOrYesIsRefused() throws Exception {
    refused(1, "latest");
    assertTrue(printed.contains("--yes"), printed);
    assertEquals(1, restore("no\n", "latest"), printed);
    assertEquals(1, restore("", "latest"), printed);
  }

  @Test
  void usageErrorsNameWhatIsAllowed() throws Exception {
    refused(2, "restore");
    assertTrue(printed.contains("NAME, latest, FILE"), printed);
    refused(2, "restore", "a", "b");
    refused(2, "restore", "latest", "--force");
    assertTrue(printed.contains("--force") && printed.contains("--accept-unknown"), printed);
  }

  @Test
  void otherNamesThanBackupsAreRefused() throws Exception {
    for (String name :
        List.of(
            "../bot.db",
            "../../etc/passwd",
            "backups/../bot.db",
            "/etc/passwd",
            "bot-2020-01-01T00-00-00-000Z.db",
            "nothing",
            dir.resolve("bot.db").toString())) {
      refused(1, name, "--yes");
    }
  }

  @Test
  void aDamagedBackupIsRefusedAndSkippedByLatest() throws Exception {
    Path file = house.backup(manifest);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 100] ^= 1;
    Files.write(file, bytes);
    refused(1, manifest.name(), "--yes");
    refused(1, "latest", "--yes");
    assertTrue(printed.contains("there is no verified backup"), printed);
  }

  @Test
  void aFileWithoutAManifestNeedsTheOption() throws Exception {
    Path elsewhere = Files.createTempDirectory(dir, "elsewhere").resolve("mine.db");
    Files.move(house.backup(manifest), elsewhere);
    Files.delete(house.layout.backups().resolve(manifest.name() + ".json"));
    refused(1, elsewhere.toString(), "--yes");
    assertTrue(printed.contains("--accept-unknown"), printed);
    assertEquals(0, restore(null, elsewhere.toString(), "--yes", "--accept-unknown"), printed);
    try (Store store = house.open()) {
      assertEquals(2, store.projects().projects().size());
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void aFileElsewhereIsVerifiedByTheManifestBesideIt() throws Exception {
    Path afar = Files.createTempDirectory(dir, "afar");
    Path file = afar.resolve("renamed.db");
    byte[] json = Files.readAllBytes(house.layout.backups().resolve(manifest.name() + ".json"));
    Files.move(house.backup(manifest), file);
    Files.delete(house.layout.backups().resolve(manifest.name() + ".json"));
    Files.writeString(afar.resolve("renamed.db.json"), "{}");
    refused(1, file.toString(), "--yes");
    Files.write(afar.resolve("renamed.db.json"), json);
    assertEquals(0, restore(null, file.toString(), "--yes"), printed);
    try (Store store = house.open()) {
      assertTrue(store.audit().verify().whole());
    }
  }

  @Test
  void aBackupCopiedWithoutItsManifestCanBeAcceptedInPlace() throws Exception {
    Files.move(
        house.backup(manifest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    Files.delete(house.layout.backups().resolve(manifest.name() + ".json"));
    Files.writeString(Layout.sidecar(house.layout.database(), "-wal"), "dead");
    String itself = house.layout.database().toString();
    refused(1, itself, "--yes");
    assertEquals(0, restore(null, itself, "--yes", "--accept-unknown"), printed);
    try (Store store = house.open()) {
      assertEquals(
          1, store.audit().entries(10, Long.MAX_VALUE, "", "database.restore").entries().size());
      assertEquals(2, store.projects().projects().size());
    }
  }

  @Test
  void anUnstampedFileIsStampedByTheRestore() throws Exception {
    Path elsewhere = Files.createTempDirectory(dir, "elsewhere").resolve("mine.db");
    Files.copy(house.layout.database(), elsewhere);
    house.open().close();
    refused(1, elsewhere.toString(), "--yes");
    assertEquals(0, restore(null, elsewhere.toString(), "--yes", "--accept-unknown"), printed);
    try (Store store = house.open()) {
      assertEquals(
          1, store.audit().entries(10, Long.MAX_VALUE, "", "database.restore").entries().size());
    }
  }

  @Test
  void aRestoreThatAnotherCopyReplacedIsDropped() throws Exception {
    BackupManifest other;
    try (Store store = house.open()) {
      other = house.backup();
      store.audit().append(House.draft("more"));
    }
    assertEquals(0, restore(null, manifest.name(), "--yes"), printed);
    Files.copy(house.backup(other), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
    try (Store store = house.open()) {
      var restores = store.audit().entries(10, Long.MAX_VALUE, "", "database.restore").entries();
      assertEquals(1, restores.size());
      assertTrue(restores.get(0).detail().contains(other.name() + " was copied"));
      assertEquals(
          List.of(), store.audit().entries(10, Long.MAX_VALUE, "", "audit.recover").entries());
    }
    assertFalse(Layout.hasSidecar(house.layout.database()));
  }
}
