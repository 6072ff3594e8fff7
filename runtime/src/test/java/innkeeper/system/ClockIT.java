package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.rotation.ArchiveName;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole host under a wall clock that is set back and forward; libfaketime is the clock. */
@Timeout(180)
class ClockIT {

  private static final List<String> STEPS =
      List.of("+0", "-3d", "+20d", "-1h", "+0", "-400d", "+400d", "-5d", "+0", "+0");

  @Test
  void logsTurnOverUnderAClockThatJumpsWithoutALineLostOrANameUsedTwice() throws Exception {
    List<String> said = new ArrayList<>();
    Set<Path> before = shared();
    try (HostProcess host = new HostProcess()) {
      Path now = host.scratch().resolve("now");
      set(now, "+0");
      host.with("LD_PRELOAD", library().toString())
          .with("FAKETIME_TIMESTAMP_FILE", now.toString())
          .with("FAKETIME_NO_CACHE", "1")
          .with("FAKETIME_DONT_FAKE_MONOTONIC", "1")
          .with("LOG_MAX_FILES", "1000")
          .start();
      String count = "i=0; while :; do i=$((i+1)); echo \"line $i\"; sleep 0.002; done";
      host.cli("add", "c", "--", "/bin/sh", "-c", count).ok();
      Path log = host.data().resolve("logs/c.log");
      String pid = host.project("c", "pid");
      for (String step : STEPS) {
        set(now, step);
        HostProcess.await("it writes after " + step, () -> !host.log("c").isEmpty());
        said.add(host.post("/api/logs/c/rotate").body());
      }
      host.cli("rotate", "--main").ok();
      assertEquals(pid, host.project("c", "pid"), "the server never noticed");
      assertEquals(200, host.get("/api/health").statusCode());
      host.cli("stop", "c").ok();
      host.stop();
      List<ArchiveName> archives = archives(log);
      assertEquals(STEPS.size(), archives.size(), () -> "none went for its age: " + archives);
      assertEquals(STEPS.size(), new HashSet<>(said).size(), said::toString);
      for (int i = 0; i < archives.size(); i++) {
        assertEquals(i + 1, archives.get(i).seq());
        assertTrue(said.get(i).contains("-" + (i + 1)), said.get(i));
      }
      Duration back = Duration.between(archives.get(0).at(), archives.get(5).at());
      assertTrue(back.toDays() < -390, "the clock did jump: " + back);
      List<String> lines = lines(log, archives);
      for (int i = 0; i < lines.size() - 1; i++) {
        assertEquals("line " + (i + 1), lines.get(i));
      }
    } finally {
      for (Path left : shared()) {
        if (!before.contains(left)) {
          Files.deleteIfExists(left);
        }
      }
    }
  }

  /** What libfaketime leaves of programs that were killed or became others. */
  private static Set<Path> shared() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("(sem\\.)?faketime_.*"))
          .collect(Collectors.toSet());
    }
  }

  private static Path library() {
    Optional<Path> found = Optional.empty();
    try (Stream<Path> all = Files.find(Path.of("/usr/lib"), 3, (p, a) -> isLibrary(p))) {
      found = all.findFirst();
    } catch (java.io.IOException | java.io.UncheckedIOException none) {
      System.err.println("/usr/lib cannot be searched: " + none);
    }
    String missing = "SKIPPED: no libfaketime on this machine, jumps of the clock were not tried";
    if (found.isEmpty()) {
      System.err.println(missing);
    }
    Assumptions.assumeTrue(found.isPresent(), missing);
    return found.get();
  }

  private static boolean isLibrary(Path path) {
    return path.endsWith("libfaketimeMT.so.1");
  }

  /** In one step: the host reads it all the time. */
  private static void set(Path now, String offset) throws Exception {
    Path fresh = now.resolveSibling("now.fresh");
    Files.writeString(fresh, offset + "\n");
    Files.move(fresh, now, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<ArchiveName> archives(Path log) throws Exception {
    Set<Long> seen = new HashSet<>();
    try (Stream<Path> files = Files.list(log.getParent())) {
      return files
          .map(f -> ArchiveName.parse(f.getFileName().toString()))
          .flatMap(Optional::stream)
          .filter(n -> n.log().equals(log.getFileName().toString()))
          .sorted(ArchiveName.ORDER.thenComparing(Comparator.comparing(ArchiveName::compressed)))
          .filter(n -> seen.add(n.seq()))
          .toList();
    }
  }

  private static List<String> lines(Path log, List<ArchiveName> archives) throws Exception {
    List<String> lines = new ArrayList<>();
    for (ArchiveName archive : archives) {
      try (InputStream file = Files.newInputStream(log.resolveSibling(archive.fileName()));
          InputStream in = archive.compressed() ? new GZIPInputStream(file) : file) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    }
    lines.addAll(Files.readAllLines(log));
    return lines;
  }
}
