package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.guard.Layout;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.write.CheckpointPolicy;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the guard lets pass, what it takes in, and what it refuses with nothing changed. */
@Timeout(60)
class GuardTest {

  @TempDir Path dir;
  private House house;
  private BackupManifest manifest;
  private Path backup;
  private Path database;

  /** A host that was closed cleanly, with one backup that is older than bot.db. */
  @BeforeEach
  void fill() throws Exception {
    house = new House(dir).filled(30);
    try (Store store = house.open()) {
      manifest = house.backup();
      store.audit().append(House.draft("after the backup"));
    }
    backup = house.backup(manifest);
    database = house.layout.database();
  }

  private void copyBackup() throws Exception {
    Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);
  }

  private void junkSidecars() throws Exception {
    for (String suffix : Layout.SIDECARS) {
      Files.writeString(Layout.sidecar(database, suffix), "of the dead database" + suffix);
    }
  }

  private String refused(String why) throws Exception {
    Map<String, String> before = house.bytes();
    DatabaseRefusedException refused =
        assertThrows(DatabaseRefusedException.class, house::open, why);
    assertEquals(before, house.bytes(), why);
    return refused.getMessage();
  }

  private void restored() throws Exception {
    List<String> expected = House.immutableContent(backup);
    try (Store store = house.open()) {
      assertEquals(expected, House.content(database, manifest.facts().lastAuditSeq()));
      List<AuditEntry> entries =
          store.audit().entries(1000, Long.MAX_VALUE, "", "database.restore").entries();
      assertEquals(1, entries.size());
      assertTrue(entries.get(0).detail().contains(manifest.name()), entries.get(0).detail());
      assertTrue(store.audit().verify().whole());
      assertFalse(Files.exists(dir.resolve("restore-pending.json")));
    }
    try (Store store = house.open()) {
      assertEquals(
          1, store.audit().entries(1000, Long.MAX_VALUE, "", "database.restore").entries().size());
      assertEquals(
          List.of(), store.audit().entries(1000, Long.MAX_VALUE, "", "database.suspect").entries());
    }
    assertEquals(manifest.facts().sha256(), innkeeper.common.file.Digest.of(backup), "untouched");
  }

  @Test
  void aNormalStartAddsNoEntry() throws Exception {
    long before;
    try (Store store = house.open()) {
      before = store.writer().head().seq();
    }
    for (int i = 0; i < 5; i++) {
      try (Store store = house.open()) {
        assertEquals(before, store.writer().head().seq());
      }
    }
  }

  @Test
  void aCopiedBackupIsAcceptedAndOldSideFilesAreQuarantined() throws Exception {
    copyBackup();
    junkSidecars();
    restored();
    try (var quarantine = Files.walk(house.layout.quarantine())) {
      List<String> kept =
          quarantine
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .sorted()
              .toList();
      assertEquals(List.of("bot.db-journal", "bot.db-shm", "bot.db-wal"), kept);
    }
  }

  @Test
  void aReadOnlyOrWorldReadableCopyIsMadePrivate() throws Exception {
    for (String mode : List.of("r--------", "rw-rw-rw-")) {
      copyBackup();
      Files.setPosixFilePermissions(database, PosixFilePermissions.fromString(mode));
      house.open().close();
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(database)));
    }
  }

  @Test
  void aHardLinkToABackupLeavesTheBackupUnchanged() throws Exception {
    Files.delete(database);
    Files.createLink(database, backup);
    junkSidecars();
    restored();
  }

  @Test
  void aSymbolicLinkToABackupLeavesTheBackupUnchanged() throws Exception {
    Files.delete(database);
    Files.createSymbolicLink(database, backup);
    junkSidecars();
    restored();
    assertFalse(Files.isSymbolicLink(database));
  }

  @Test
  void aBackupMovedIntoPlaceIsAccepted() throws Exception {
    Path kept = dir.resolve("kept");
    Files.copy(backup, kept);
    Files.move(backup, database, StandardCopyOption.REPLACE_EXISTING);
    junkSidecars();
    backup = kept;
    restored();
  }

  @Test
  void aCopyOverADatabaseThatLiesElsewhereKeepsItThere() throws Exception {
    Path elsewhere = Files.createDirectory(dir.resolve("disk")).resolve("real.db");
    Files.move(database, elsewhere);
    Files.createSymbolicLink(database, elsewhere);
    house.open().close();
    Files.write(elsewhere, Files.readAllBytes(backup), StandardOpenOption.TRUNCATE_EXISTING);
    Files.writeString(elsewhere.resolveSibling("real.db-wal"), "dead");
    restored();
    assertTrue(Files.isSymbolicLink(database));
  }

  @Test
  void partialCopiesOfEveryLengthAreRefused() throws Exception {
    byte[] whole = Files.readAllBytes(backup);
    List<Integer> lengths =
        new ArrayList<>(
            List.of(
                0,
                1,
                15,
                16,
                50,
                67,
                68,
                72,
                99,
                100,
                101,
                512,
                4095,
                4096,
                4097,
                8192,
                whole.length / 2,
                whole.length - 4096,
                whole.length - 1,
                whole.length + 1,
                whole.length + 4096));
    junkSidecars();
    for (int length : lengths) {
      Files.write(database, java.util.Arrays.copyOf(whole, length));
      String said = refused("length " + length);
      assertTrue(said.contains(manifest.name()), said);
      assertTrue(said.contains("nothing was changed"), said);
    }
    Files.write(database, whole);
    restored();
  }

  @Test
  void aFullLengthCopyWithAHoleIsRefused() throws Exception {
    byte[] whole = Files.readAllBytes(backup);
    for (int from : List.of(100, 200, whole.length / 2, whole.length - 10)) {
      byte[] holed = whole.clone();
      java.util.Arrays.fill(holed, from, Math.min(whole.length, from + 64), (byte) 7);
      Files.write(database, holed);
      String said = refused("hole at " + from);
      assertTrue(said.contains("matches no manifest") || said.contains("is damaged"), said);
      // A backup is offered, not the damaged file.
      assertTrue(said.contains(" restore " + manifest.name()), said);
      assertFalse(said.contains("--accept-unknown"), said);
    }
  }

  @Test
  void aPartialCopyOfTheLiveDatabaseIsRefused() throws Exception {
    byte[] whole = Files.readAllBytes(database);
    for (int length : List.of(100, 4096, whole.length / 2, whole.length - 1)) {
      Files.write(database, java.util.Arrays.copyOf(whole, length));
      refused("length " + length);
    }
    Files.write(database, whole);
    house.open().close();
  }

  @Test
  void foreignFilesAreRefused() throws Exception {
    Files.delete(database);
    try (Connection connection = Connections.fresh(Files.createFile(database))) {
      Sql.execute(connection, "PRAGMA user_version=1");
    }
    assertTrue(refused("foreign").contains("not an Innkeeper database"));
    Files.writeString(database, "x".repeat(5000));
    assertTrue(refused("text").contains("no SQLite database"));
    Files.delete(database);
    Files.createDirectory(database);
    assertTrue(refused("directory").contains("no regular file"));
  }

  @Test
  void aNewerSchemaIsRefusedStampedOrNot() throws Exception {
    for (Path file : List.of(database, backup)) {
      byte[] bytes = Files.readAllBytes(file);
      java.nio.ByteBuffer.wrap(bytes).putInt(60, Migration.newest(Migration.ALL) + 1);
      Files.write(database, bytes);
      assertTrue(refused("newer").contains("newer release"));
    }
  }

  @Test
  void aMissingDatabaseIsNotCreatedAgain() throws Exception {
    Files.delete(database);
    assertTrue(refused("missing").contains("there are backups"));
    Durable.removeTree(house.layout.backups());
    assertTrue(refused("missing, no backups").contains("had"));
    Files.delete(dir.resolve("bind.json"));
    Files.writeString(Layout.sidecar(database, "-wal"), "x");
    assertTrue(refused("missing, sidecar").contains("-wal"));
    Files.delete(Layout.sidecar(database, "-wal"));
    house.open().close();
  }

  @Test
  void aBackupWithoutItsManifestIsRefused() throws Exception {
    copyBackup();
    Path json = backup.resolveSibling(manifest.name() + ".json");
    byte[] kept = Files.readAllBytes(json);
    Files.delete(json);
    assertTrue(refused("no manifest").contains("--accept-unknown"));
    Files.writeString(json, "{\"name\":");
    refused("torn manifest");
    Files.write(json, kept);
    restored();
  }

  @Test
  void anUnstampedCopyOfAnotherRunIsAcceptedAndReported() throws Exception {
    Path old = dir.resolve("old.db");
    Files.copy(database, old);
    try (Store store = house.open()) {
      store.audit().append(House.draft("another run"));
    }
    List<String> expected = House.immutableContent(old);
    Files.copy(old, database, StandardCopyOption.REPLACE_EXISTING);
    junkSidecars();
    try (Store store = house.open()) {
      assertEquals(
          1, store.audit().entries(10, Long.MAX_VALUE, "", "database.replace").entries().size());
      assertEquals(expected, House.content(database, expected.size() - 2));
    }
  }

  @Test
  void aDamagedUnstampedCopyIsRefused() throws Exception {
    byte[] old = Files.readAllBytes(database);
    house.open().close();
    java.util.Arrays.fill(old, 4096, 8192, (byte) 3);
    Files.write(database, old);
    assertTrue(refused("damaged").contains("damaged"));
  }

  @Test
  void aWriteByAnotherProgramAfterACleanStopIsReported() throws Exception {
    try (Connection other = Connections.writer(database)) {
      House.tamper(other, "DELETE FROM audit WHERE seq > 20");
    }
    try (Store store = house.open()) {
      var said = store.audit().entries(10, Long.MAX_VALUE, "", "database.suspect").entries();
      assertEquals(2, said.size());
      assertTrue(said.get(0).detail().contains("written to"), said.get(0).detail());
      assertTrue(said.get(1).detail().contains("missing now"), said.get(1).detail());
    }
  }

  @Test
  void anEntryAddedWhileNoHostRanIsReported() throws Exception {
    long added;
    try (java.sql.Connection other = innkeeper.store.sqlite.Connections.writer(database)) {
      var last = innkeeper.store.table.AuditTable.last(other).orElseThrow();
      var forged =
          new innkeeper.store.table.AuditRow(
                  last.seq() + 1, last.ts(), "a.b", "", "cli", "", "", "ok", "", last.hash(), "")
              .hashed();
      try (var insert = other.prepareStatement(innkeeper.store.table.AuditTable.INSERT)) {
        innkeeper.store.table.AuditTable.insert(insert, forged);
        added = forged.seq();
      }
    }
    try (Store store = house.open()) {
      assertEquals(java.util.OptionalLong.of(added), store.audit().verify().brokenAt());
      assertTrue(
          store.audit().entries(10, Long.MAX_VALUE, "", "database.suspect").entries().stream()
              .anyMatch(e -> e.detail().contains("added while no host ran")));
    }
  }

  @Test
  void aMissingBindFileIsReportedAndLosesNothing() throws Exception {
    Files.delete(dir.resolve("bind.json"));
    long before = manifest.facts().lastAuditSeq() + 1;
    try (Store store = house.open()) {
      assertEquals(before + 1, store.writer().head().seq());
    }
  }

  @Test
  void theStampIsRemovedBeforeSqliteOpensTheFile() throws Exception {
    copyBackup();
    List<String> steps = new ArrayList<>();
    Store.open(
            house.options(
                CheckpointPolicy.NEVER,
                step -> {
                  steps.add(step);
                  if (step.equals("unstamped")) {
                    assertFalse(Files.exists(Layout.sidecar(database, "-wal")));
                    assertTrue(ApplicationId.live(applicationId(database)));
                  }
                }))
        .close();
    assertTrue(steps.indexOf("intent") < steps.indexOf("sidecars"), steps.toString());
    assertTrue(steps.indexOf("sidecars") < steps.indexOf("unstamped"), steps.toString());
    assertTrue(steps.indexOf("unstamped") < steps.indexOf("opened"), steps.toString());
  }

  private static int applicationId(Path file) {
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "r")) {
      raw.seek(68);
      return raw.readInt();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
