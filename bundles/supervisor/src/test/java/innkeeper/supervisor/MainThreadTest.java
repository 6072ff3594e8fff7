package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose main thread has ended while another of their threads runs on. */
class MainThreadTest {

  /** The system call exit ends the calling thread alone. */
  private static final String SERVER =
      """
      use threads;
      $SIG{TERM} = '%s';
      threads->create(sub { my $x = 'x' x 50_000_000; 1 while 1; });
      sleep 1;
      syscall(`uname -m` =~ /x86_64/ ? 60 : 93, 0);
      """;

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  /** Its pid, once its main thread has ended. */
  private long start(Host host, String onTerm) throws Exception {
    host.apply(Host.define("c1", Map.of("stopSeconds", 1), "perl", "-e", SERVER.formatted(onTerm)));
    long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
    Host.until(() -> Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z "));
    return pid;
  }

  private static void assertGone(long pid) throws Exception {
    assertFalse(Host.alive(pid));
    Host.until(() -> !Files.exists(Path.of("/proc/" + pid)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "IGNORE"})
  void stops(String onTerm) throws Exception {
    try (Host host = Host.start(data, store)) {
      long pid = start(host, onTerm);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertGone(pid);
    }
  }

  @Test
  void isAdoptedAndStops() throws Exception {
    Host first = Host.start(data, store);
    long pid = start(first, "IGNORE");
    first.drop();
    Host second = Host.swap(data, store);
    ProjectStatus found = second.await("c1", ProjectState.RUNNING);
    assertEquals(pid, found.server().pid().orElseThrow());
    assertTrue(Host.alive(pid));
    second.close();
    assertGone(pid);
  }

  @Test
  void aServerWhoseMainThreadEndedIsAdoptedWithoutARecord() throws Exception {
    Host first = Host.start(data, store);
    long pid = start(first, "IGNORE");
    first.drop();
    for (String end : new String[] {".json", ".id", ".pid"}) {
      Files.delete(data.resolve("run/c1" + end));
    }
    try (Host second = Host.swap(data, store)) {
      assertEquals(pid, second.await("c1", ProjectState.RUNNING).server().pid().orElseThrow());
    }
    assertGone(pid);
  }

  @Test
  void processorTimeAndMemoryIncludeAllThreads() throws Exception {
    try (Host host = Host.start(data, store)) {
      start(host, "DEFAULT");
      ProjectStatus used =
          host.await("c1", s -> s.resources() != null && s.resources().rssBytes() > 40_000_000);
      assertTrue(used.resources().cpuPercent() > 0, used.resources().toString());
    }
  }
}
