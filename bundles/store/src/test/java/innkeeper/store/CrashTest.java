package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Durable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that have bot.db open, killed at random or at each step of the start. */
@Timeout(3600)
class CrashTest {

  @TempDir Path dir;
  private final Random random = new Random();

  private static long lastNumber(List<String> lines, long before) {
    long last = before;
    // The very last line may have been cut short by the kill.
    for (String line : lines) {
      last = line.matches("\\d+") ? Math.max(last, Long.parseLong(line)) : last;
    }
    return last;
  }

  /** Lets it write for a while, then kills it; the last number it acknowledged. */
  private long run(Doomed host, int entries) throws Exception {
    long last = 0;
    for (int i = 0; i < entries; i++) {
      last = lastNumber(List.of(host.line().orElseThrow()), last);
    }
    List<String> rest = host.kill();
    if (!rest.isEmpty()) {
      rest = rest.subList(0, rest.size() - 1);
    }
    return lastNumber(rest, last);
  }

  @Test
  void acknowledgedEntriesSurviveAKillWithoutAReport() throws Exception {
    House house = new House(dir);
    for (int round = 0; round < House.ROUNDS; round++) {
      long acknowledged;
      try (Doomed host = Doomed.writer(dir)) {
        acknowledged = run(host, 1 + random.nextInt(1500));
      }
      try (Store store = house.open()) {
        assertTrue(store.writer().head().seq() >= acknowledged);
        assertTrue(store.audit().verify().whole(), store.audit().verify().reason());
        assertEquals(
            List.of(), store.audit().entries(10, Long.MAX_VALUE, "", "database.suspect").entries());
      }
    }
  }

  @Test
  void aBackupCopiedOverAKilledDatabaseComesBackWhole() throws Exception {
    House house = new House(dir).filled(200);
    for (int round = 0; round < House.ROUNDS; round++) {
      BackupManifest manifest;
      try (Doomed host = Doomed.writer(dir)) {
        assertEquals(Optional.of("open"), host.line());
        manifest = house.backup();
        run(host, 1 + random.nextInt(1200));
      }
      assertTrue(Files.exists(dir.resolve("bot.db-wal")), "the trap is set");
      Files.copy(
          house.backup(manifest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
      restoredOnce(house, manifest);
    }
  }

  /** A DATA_DIR as a kill left it, to be copied for each try. */
  private Path killed(Path original) throws Exception {
    try (Doomed host = Doomed.writer(original)) {
      run(host, 100 + random.nextInt(300));
    }
    assertTrue(Files.size(original.resolve("bot.db-wal")) > 0, "the trap is set");
    return original;
  }

  private House copyOf(Path original, String name) throws Exception {
    Path copy = dir.resolve(name);
    assertEquals(
        0, new ProcessBuilder("cp", "-r", original.toString(), copy.toString()).start().waitFor());
    return new House(copy);
  }

  @Test
  void aStartKilledAtAnyStepIsFinishedByTheNext() throws Exception {
    House original = new House(Files.createDirectory(dir.resolve("original"))).filled(100);
    BackupManifest manifest = original.backup();
    killed(original.dir);
    for (String step :
        List.of(
            "checked",
            "intent",
            "moved-wal",
            "moved-shm",
            "sidecars",
            "bound",
            "unstamped",
            "opened",
            "audited",
            "epoch",
            "checkpointed",
            "bound-open")) {
      House house = copyOf(original.dir, step);
      Files.copy(
          house.backup(manifest), house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
      try (Doomed start = Doomed.opener(house.dir, step)) {
        List<String> steps = start.toEnd();
        assertEquals(step, steps.get(steps.size() - 1));
      }
      restoredOnce(house, manifest);
    }
  }

  @Test
  void aFirstStartKilledAtAnyStepIsFinishedByTheNext() throws Exception {
    for (String step :
        List.of("checked", "opened", "audited", "epoch", "checkpointed", "bound-open")) {
      Path fresh = Files.createDirectory(dir.resolve(step));
      House house = new House(fresh);
      Doomed.opener(fresh, step).toEnd();
      try (Store store = house.open()) {
        store.audit().append(House.draft("after " + step));
        assertTrue(store.audit().verify().whole());
      }
    }
  }

  @Test
  void aCleanStopKilledAtAnyStepRaisesNoAlarm() throws Exception {
    House original = new House(Files.createDirectory(dir.resolve("original"))).filled(20);
    for (String step : List.of("closing", "at-rest")) {
      House house = copyOf(original.dir, step);
      List<String> steps = Doomed.opener(house.dir, step).toEnd();
      assertEquals(step, steps.get(steps.size() - 1));
      try (Store store = house.open()) {
        assertTrue(store.audit().verify().whole());
        for (String alarm : List.of("database.replace", "database.suspect")) {
          assertEquals(
              List.of(),
              store.audit().entries(10, Long.MAX_VALUE, "", alarm).entries(),
              step + " " + alarm);
        }
      }
    }
  }

  @Test
  void anUnstampedCopyOverAKilledDatabaseIsTakenInAtAnyStep() throws Exception {
    House original = new House(Files.createDirectory(dir.resolve("original"))).filled(100);
    Path old = dir.resolve("old.db");
    Files.copy(original.layout.database(), old);
    List<String> expected = House.immutableContent(old);
    killed(original.dir);
    for (String step : List.of("intent", "moved-wal", "bound", "unstamped", "audited")) {
      House house = copyOf(original.dir, step);
      Files.copy(old, house.layout.database(), StandardCopyOption.REPLACE_EXISTING);
      Doomed.opener(house.dir, step).toEnd();
      try (Store store = house.open()) {
        assertEquals(expected, House.content(house.layout.database(), expected.size() - 2), step);
        assertEquals(
            1,
            store.audit().entries(10, Long.MAX_VALUE, "", "database.replace").entries().size(),
            step);
        assertTrue(store.audit().verify().whole());
      }
    }
  }

  @Test
  void aWholeDataDirCopiedAfterACrashLosesNothing() throws Exception {
    Path original = Files.createDirectory(dir.resolve("original"));
    new House(original);
    long acknowledged;
    try (Doomed host = Doomed.writer(original)) {
      acknowledged = run(host, 400);
    }
    Path moved = dir.resolve("moved");
    assertEquals(
        0, new ProcessBuilder("cp", "-r", original.toString(), moved.toString()).start().waitFor());
    try (Store store = new House(moved).open()) {
      assertTrue(store.writer().head().seq() >= acknowledged);
      assertEquals(
          List.of(), store.audit().entries(10, Long.MAX_VALUE, "", "database.suspect").entries());
    }
  }

  @Test
  void aDatabaseThatAnotherProgramOpenedAfterACrashIsReported() throws Exception {
    House house = new House(dir);
    try (Doomed host = Doomed.writer(dir)) {
      run(host, 300);
    }
    Process cli =
        new ProcessBuilder("sqlite3", dir + "/bot.db", "select count(*) from audit").start();
    cli.getInputStream().readAllBytes();
    assertEquals(0, cli.waitFor());
    try (Store store = house.open()) {
      assertEquals(
          1, store.audit().entries(10, Long.MAX_VALUE, "", "database.suspect").entries().size());
    }
  }

  @Test
  void aBackupCopiedOverARunningHostEndsItsWritingAndIsTakenInByTheNextStart() throws Exception {
    House house = new House(dir).filled(50);
    BackupManifest manifest;
    try (Doomed host = Doomed.writer(dir)) {
      assertEquals(Optional.of("open"), host.line());
      manifest = house.backup();
      for (int i = 0; i < 100; i++) {
        host.line().orElseThrow();
      }
      Process cp =
          new ProcessBuilder("cp", house.backup(manifest).toString(), dir + "/bot.db").start();
      assertEquals(0, cp.waitFor());
      List<String> rest = host.toEnd();
      assertEquals("refused", rest.get(rest.size() - 1));
    }
    restoredOnce(house, manifest);
  }

  private void restoredOnce(House house, BackupManifest manifest) throws Exception {
    Path backup = house.backup(manifest);
    List<String> expected = House.immutableContent(backup);
    try (Store store = house.open()) {
      assertEquals(
          expected, House.content(house.layout.database(), manifest.facts().lastAuditSeq()));
      var entries =
          store.audit().entries(1000, Long.MAX_VALUE, "", "database.restore").entries().stream()
              .filter(e -> e.seq() > manifest.facts().lastAuditSeq())
              .toList();
      assertEquals(1, entries.size());
      assertTrue(entries.get(0).detail().contains(manifest.name()));
      assertTrue(store.audit().verify().whole());
    }
    Durable.removeTree(house.layout.quarantine());
  }
}
