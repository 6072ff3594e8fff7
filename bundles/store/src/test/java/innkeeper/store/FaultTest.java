package innkeeper.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The n-th call of a kind that touches DATA_DIR fails, as on a full, broken or forbidden disk.
 * Whatever comes of it, the next start finds all that was acknowledged and every backup as it was.
 */
@Tag("nightly")
@Timeout(3600)
class FaultTest {

  private static final Path STRACE = Path.of("/usr/bin/strace");

  /** How many faults are tried of each scenario; all of them for a large number. */
  private static final int FAULTS = Integer.getInteger("innkeeper.store.faults", 1);

  private static final Map<String, List<String>> ERRORS =
      new TreeMap<>(
          Map.of(
              "openat", List.of("EACCES", "ENOSPC", "EIO"),
              "write", List.of("ENOSPC", "EIO"),
              "pwrite64", List.of("ENOSPC", "EIO"),
              "fsync", List.of("EIO"),
              "fdatasync", List.of("EIO"),
              "rename", List.of("EIO", "EACCES"),
              "link", List.of("EACCES", "EIO"),
              "ftruncate", List.of("EIO"),
              "chmod", List.of("EPERM")));

  @TempDir Path dir;
  private final long seed = Long.getLong("innkeeper.seed", System.nanoTime());

  private record Fault(String call, int index, String error) {}

  @ParameterizedTest
  @ValueSource(strings = {"open", "taken-in", "publish", "restore"})
  void afterAnyFailedCallTheNextStartHasEverything(String scenario) throws Exception {
    assumeTrue(Files.isExecutable(STRACE), "strace is not installed");
    House pristine = new House(Files.createDirectory(dir.resolve("pristine"))).filled(60);
    BackupManifest manifest = pristine.backup();
    long acknowledged = 0;
    try (Doomed host = Doomed.writer(pristine.dir)) {
      for (int i = 0; i < 30; i++) {
        acknowledged = Math.max(acknowledged, number(host.line().orElseThrow()));
      }
      host.kill();
    }
    if (scenario.equals("taken-in")) {
      Files.copy(
          pristine.backup(manifest),
          pristine.layout.database(),
          StandardCopyOption.REPLACE_EXISTING);
    }
    String[] command = command(scenario, manifest);
    List<Fault> faults = faults(pristine, command);
    assumeTrue(!faults.isEmpty(), "strace may not trace here");
    Collections.shuffle(faults, new Random(seed));
    for (Fault fault : faults.subList(0, Math.min(FAULTS, faults.size()))) {
      House house = copy(pristine);
      List<String> said =
          run(
              house,
              "inject=%s:error=%s:when=%d".formatted(fault.call, fault.error, fault.index),
              command);
      check(house, scenario, manifest, acknowledged, fault + " seed " + seed + " " + said);
      Durable.removeTree(house.dir);
    }
  }

  private static String[] command(String scenario, BackupManifest manifest) {
    return switch (scenario) {
      case "restore" -> new String[] {"restore", manifest.name()};
      case "publish" -> new String[] {"publish"};
      default -> new String[] {"open", "none"};
    };
  }

  private static void check(
      House house, String scenario, BackupManifest manifest, long acknowledged, String what)
      throws Exception {
    assertEquals(manifest.facts().sha256(), Digest.of(house.backup(manifest)), what);
    List<String> backup = House.immutableContent(house.backup(manifest));
    try (Store store = house.open()) {
      assertTrue(store.audit().verify().whole(), what);
      boolean restored =
          !store.audit().entries(9, Long.MAX_VALUE, "", "database.restore").entries().isEmpty();
      if (scenario.equals("taken-in") || restored) {
        assertTrue(restored && !scenario.equals("open") && !scenario.equals("publish"), what);
        long top = manifest.facts().lastAuditSeq();
        assertEquals(backup, House.content(house.layout.database(), top), what);
      } else {
        assertTrue(store.writer().head().seq() >= acknowledged, what);
      }
      assertEquals(
          List.of(),
          store.audit().entries(9, Long.MAX_VALUE, "", "database.suspect").entries(),
          what);
    }
    for (BackupManifest known :
        new innkeeper.store.guard.KnownBackups(house.layout.backups()).manifests()) {
      if (Files.exists(house.backup(known))) {
        assertEquals(known.facts().sha256(), Digest.of(house.backup(known)), what);
      }
    }
  }

  private House copy(House pristine) throws Exception {
    Path copy = dir.resolve("copy");
    Process cp = new ProcessBuilder("cp", "-a", pristine.dir.toString(), copy.toString()).start();
    assertEquals(0, cp.waitFor());
    return new House(copy);
  }

  /** Each call of each kind that touches DATA_DIR, by its number in its thread. */
  private List<Fault> faults(House pristine, String... command) throws Exception {
    House house = copy(pristine);
    run(house, "trace=" + String.join(",", ERRORS.keySet()), command);
    Map<String, Integer> counts = new HashMap<>();
    Map<String, TreeSet<Integer>> found = new TreeMap<>();
    for (String line : Files.readAllLines(dir.resolve("trace"))) {
      String[] parts = line.split("\\s+", 2);
      int bracket = parts[1].indexOf('(');
      if (bracket < 0 || parts[1].startsWith("<")) {
        continue;
      }
      String call = parts[1].substring(0, bracket);
      int index = counts.merge(parts[0] + call, 1, Integer::sum);
      if (line.contains(house.dir.toString()) && !line.contains("/native")) {
        found.computeIfAbsent(call, c -> new TreeSet<>()).add(index);
      }
    }
    Durable.removeTree(house.dir);
    List<Fault> faults = new ArrayList<>();
    found.forEach(
        (call, indexes) ->
            indexes.forEach(
                index ->
                    ERRORS
                        .getOrDefault(call, List.of())
                        .forEach(error -> faults.add(new Fault(call, index, error)))));
    return faults;
  }

  private List<String> run(House house, String expression, String... command) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(command[0]);
    words.add(house.dir.toString());
    words.addAll(List.of(command).subList(1, command.length));
    List<String> strace =
        List.of(
            STRACE.toString(),
            "-f",
            "-qq",
            "-y",
            "-o",
            dir.resolve("trace").toString(),
            "-e",
            expression,
            "-e",
            "signal=none");
    try (Doomed process = Doomed.under(strace, words.toArray(String[]::new))) {
      return process.toEnd();
    }
  }

  private static long number(String line) {
    return line.matches("\\d+") ? Long.parseLong(line) : 0;
  }
}
