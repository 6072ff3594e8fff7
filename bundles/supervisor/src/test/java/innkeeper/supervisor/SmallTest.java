package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.supervisor.lifecycle.Backoff;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallTest {

  @Test
  void restartDelaysDoubleAfterTheFirstAndEndAfterTenTries() {
    Backoff backoff = new Backoff(() -> 0.5);
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      delays.add(backoff.next(i).orElseThrow().toMillis());
    }
    assertEquals(
        List.of(0L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L), delays);
    assertTrue(backoff.next(11).isEmpty());
    assertTrue(backoff.next(Duration.ofMinutes(11).toNanos()).isPresent(), "the window moves on");
  }

  @Test
  void aStableRunOrAnExplicitStartForgetsTheTries() {
    Backoff backoff = new Backoff(() -> 0.5);
    backoff.next(0);
    backoff.next(0);
    backoff.ran(Duration.ofSeconds(59));
    assertEquals(2, backoff.tries());
    backoff.ran(Duration.ofSeconds(60));
    assertEquals(Duration.ZERO, backoff.next(0).orElseThrow());
  }

  @Test
  void aKernelNumberIsReadCompletely() throws Exception {
    Path max = Path.of("/proc/sys/kernel/pid_max");
    assertTrue(Long.parseLong(Proc.first(max).strip()) >= 301, "the least the kernel allows");
  }

  @Test
  void jitterStaysWithinAFifth() {
    Backoff low = new Backoff(() -> 0);
    Backoff high = new Backoff(() -> 1);
    low.next(0);
    high.next(0);
    assertEquals(400, low.next(0).orElseThrow().toMillis());
    assertEquals(600, high.next(0).orElseThrow().toMillis());
  }

  @Test
  void aCommandNameWithBracketsAndSpacesIsParsed() {
    byte[] line =
        ("42 (a) b (c)) S 7 42 42 0 -1 4194304 1 2 3 4 50 60 0 0 20 0 1 0 987654 1000 33 18446")
            .getBytes(StandardCharsets.US_ASCII);
    Stat stat = Stat.parse(line, line.length).orElseThrow();
    assertEquals(new Identity(42, 987654), stat.identity());
    assertEquals('S', stat.state());
    assertEquals(7, stat.parent());
    assertEquals(42, stat.session());
    assertEquals(110, stat.cpuTicks());
    assertEquals(33, stat.rssPages());
  }

  @Test
  void kernelThreadsAreDetectedByTheirFlagNotByTheSession() {
    byte[] kernel =
        "9 (kworker/0:1) I 2 0 0 0 -1 69238880 0 0 0 0 0 1 0 0 20 0 1 0 25 0 0 184"
            .getBytes(StandardCharsets.US_ASCII);
    assertTrue(Stat.parse(kernel, kernel.length).orElseThrow().kernel());
    // Its session's leader is outside this PID namespace, as in a container.
    byte[] inside =
        "9 (sh) T 2 0 0 0 -1 4194304 0 0 0 0 0 1 0 0 20 0 1 0 25 0 0 184"
            .getBytes(StandardCharsets.US_ASCII);
    assertFalse(Stat.parse(inside, inside.length).orElseThrow().kernel());
  }

  @Test
  void anOverwrittenFileIsReadCompletelyAfterItGrewOrShrank(@TempDir Path dir) throws Exception {
    RunFiles run = new RunFiles(dir);
    Path file = run.past("p");
    for (int length : new int[] {10, 900, 1, 1100, 5000, 3, 900}) {
      run.overwrite(file, Json.write(Map.of("text", "x".repeat(length))));
      assertEquals(Map.of("text", "x".repeat(length)), Json.read(Files.readAllBytes(file)));
    }
    Files.delete(file);
    Files.createSymbolicLink(file, dir.resolve("elsewhere"));
    run.overwrite(file, Json.write(Map.of("a", 1)));
    assertTrue(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS), "a link is not followed");
    assertTrue(Files.notExists(dir.resolve("elsewhere")));
  }

  @Test
  void theWarmUpLeavesNoFilesBehind(@TempDir Path dir) throws Exception {
    FakeStore store = new FakeStore();
    try (Host host = Host.start(dir, store)) {
      Set<Path> before = files(dir);
      host.supervisor.warmUp().rest();
      assertEquals(before, files(dir));
      assertEquals(List.of(), host.supervisor.projects());
    }
  }

  private static Set<Path> files(Path dir) throws Exception {
    try (Stream<Path> all = Files.walk(dir)) {
      return all.collect(Collectors.toSet());
    }
  }
}
