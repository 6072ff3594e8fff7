package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HookTest {

  @TempDir Path dir;

  @BeforeEach
  void anEngine() {
    UnaryOperator<String> redact = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put("innkeeper.redact", redact);
  }

  @AfterEach
  void noEngine() {
    System.getProperties().remove("innkeeper.redact");
  }

  private Hook.Outcome run(String command, Duration limit) throws InterruptedException {
    Hook.Copies copies =
        new Hook.Copies(dir.resolve("a b.db"), dir.resolve("a b.db.json"), Optional.empty());
    return new Hook(dir).run(command, limit, copies);
  }

  @Test
  void theCommandGetsBothPathsAsWordsAndInItsEnvironment() throws Exception {
    Hook.Outcome outcome =
        run(
            "echo \"$1\"; echo \"$2\"; echo \"$INNKEEPER_BACKUP\"; echo \"$INNKEEPER_MANIFEST\";"
                + " pwd; echo \"$DATA_DIR\"",
            Duration.ofSeconds(10));
    assertEquals("", outcome.error());
    assertEquals(
        List.of(dir + "/a b.db", dir + "/a b.db.json", dir + "/a b.db", dir + "/a b.db.json"),
        outcome.output().lines().limit(4).toList());
    assertEquals(dir.toRealPath(), Path.of(outcome.output().lines().skip(4).findFirst().get()));
    assertEquals(dir.toString(), outcome.output().lines().skip(5).findFirst().get());
  }

  @Test
  void theOutputIsRedactedAndBounded() throws Exception {
    Hook.Outcome secret = run("echo password=hunter2 >&2; exit 3", Duration.ofSeconds(10));
    assertEquals("password=[REDACTED]", secret.output());
    assertEquals("exited with 3", secret.error());
    Hook.Outcome flood = run("yes | head -c 5000000", Duration.ofSeconds(10));
    assertEquals("", flood.error());
    assertTrue(flood.output().length() <= 16_384);
  }

  @Test
  void aCharacterAcrossTwoReadsIsKept() throws Exception {
    String print = "printf %4095s | tr ' ' x; printf '\\303'; sleep 0.3; printf '\\274\\n'";
    String text = run(print, Duration.ofSeconds(10)).output();
    assertTrue(text.endsWith("xü"), text.substring(text.length() - 5));
    assertEquals(4096, text.length());
  }

  @Test
  void theInputIsEmpty() throws Exception {
    assertEquals("", run("cat", Duration.ofSeconds(10)).error());
  }

  @Test
  void aCommandThatTakesTooLongIsEndedWithItsChildren() throws Exception {
    Path pid = dir.resolve("pid");
    Hook.Outcome outcome = run("sleep 600 & echo $! > " + pid + "; wait", Duration.ofMillis(700));
    assertTrue(outcome.error().contains("took longer"), outcome.error());
    long child = Long.parseLong(Files.readString(pid).strip());
    until(() -> !alive(child));
  }

  @Test
  void aCommandThatIgnoresTermIsKilledWithOrphansOfItsGroup() throws Exception {
    Path pid = dir.resolve("pid");
    Hook.Outcome outcome =
        run(
            "trap '' TERM; (sh -c 'sleep 600 & echo $! > " + pid + "' &) ; sleep 600; sleep 600",
            Duration.ofMillis(700));
    assertTrue(outcome.error().contains("took longer"), outcome.error());
    long orphan = Long.parseLong(Files.readString(pid).strip());
    until(() -> !alive(orphan));
  }

  @Test
  void aCommandCanCleanUpAfterTerm() throws Exception {
    Path tidied = dir.resolve("tidied");
    run("trap 'touch " + tidied + "; exit' TERM; sleep 600 & wait", Duration.ofMillis(700));
    assertTrue(Files.exists(tidied));
  }

  @Test
  void aBackgroundChildDoesNotDelayTheResult() throws Exception {
    Path pid = dir.resolve("pid");
    Hook.Outcome outcome =
        run("sleep 20 & echo $! > " + pid + "; echo done", Duration.ofSeconds(15));
    assertEquals("", outcome.error());
    assertEquals("done", outcome.output());
    ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void theHookGetsAnArchiveIfTheSettingIsOn() throws Exception {
    try (House house = new House(dir)) {
      Path said = dir.resolve("said");
      house.settings.set(
          "BACKUP_HOOK", "echo \"$# $3 $INNKEEPER_ARCHIVE\" >" + said + "; cat \"$3\"");
      house.settings.set("BACKUP_ARCHIVE", "with-env-files");
      BackupManifest first = house.backup();
      until(() -> house.parts.backupState().state().handedOver() == first.seq());
      Path archive = house.parts.backupDirectory().directory().resolve("host.zip");
      assertEquals("3 " + archive + " " + archive + "\n", Files.readString(said));
      assertEquals(first.name() + " true", Files.readString(archive));

      Files.delete(said);
      house.store.archiveError = "no space";
      house.time.pass(Duration.ofHours(1));
      BackupManifest second = house.backup();
      until(() -> house.parts.hookQueue().error().equals(second.name() + ": no space"));
      assertFalse(Files.exists(said), "the command is not told of an archive that is not there");

      house.store.archiveError = "";
      house.settings.set("BACKUP_ARCHIVE", "off");
      house.time.pass(Duration.ofHours(1));
      BackupManifest third = house.backup();
      // The shell makes the file, then prints.
      until(() -> said.toFile().length() > 0);
      assertEquals("2  \n", Files.readString(said), third.name());
    }
  }

  @Test
  void theHookGetsEachBackupAndItsFailureHarmsNone() throws Exception {
    try (House house = new House(dir)) {
      Path copies = Files.createDirectory(dir.resolve("copies"));
      house.settings.set("BACKUP_HOOK", "cp \"$1\" \"$2\" " + copies);
      BackupManifest first = house.backup();
      until(() -> house.parts.backupState().state().handedOver() == first.seq());
      assertTrue(Files.exists(copies.resolve(first.name())));
      assertTrue(Files.exists(copies.resolve(first.name() + ".json")));

      house.settings.set("BACKUP_HOOK", "echo no network; exit 7");
      house.time.pass(Duration.ofHours(1));
      BackupManifest second = house.backup();
      until(() -> !house.parts.hookQueue().error().isEmpty());
      until(() -> house.audit.told().contains("backup.hook failed"));
      assertTrue(house.service.list().contains(second));
      assertEquals("", house.service.status().lastError());
      assertEquals(Result.Status.WARN, new BackupChecks(house.service::facts).hook().getStatus());
      assertEquals(Result.Status.OK, new BackupChecks(house.service::facts).age().getStatus());
    }
  }

  @Test
  void aBackupIsPassedToTheHookAfterARestart() throws Exception {
    TestTime time = new TestTime();
    BackupManifest made;
    try (House house = new House(dir, time)) {
      made = house.backup();
    }
    try (House house = new House(dir, time)) {
      house.settings.set("BACKUP_HOOK", "true");
      house.routine.round();
      until(() -> house.parts.backupState().state().handedOver() == made.seq());
    }
  }

  @Test
  void withoutACommandNothingIsStarted() throws Exception {
    try (House house = new House(dir)) {
      house.backup();
      assertFalse(
          Thread.getAllStackTraces().keySet().stream()
              .anyMatch(t -> t.getName().equals("backup-hook") && t.isAlive()));
    }
  }

  /** Not so is one that nobody has buried yet: whose orphans are waited for is not ours to say. */
  private static boolean alive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }

  private static void until(java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5); // Another process ends when it ends; the test's own bound is the limit.
    }
  }
}
