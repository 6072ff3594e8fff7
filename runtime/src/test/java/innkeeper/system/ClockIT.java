package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole host while somebody sets its wall clock back and forward. A few lines of C, laid under
 * it by LD_PRELOAD, add to that clock what a file says; the monotonic one goes on.
 */
@Tag("nightly")
class ClockIT {

  private static final String CLOCK =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      #include <sys/time.h>
      #include <time.h>
      static volatile long long *shift;
      static int (*real)(clockid_t, struct timespec *);
      __attribute__((constructor)) static void lay(void) {
        real = dlsym(RTLD_NEXT, "clock_gettime");
        int f = open(getenv("IT_CLOCK") ? getenv("IT_CLOCK") : "", O_RDONLY | O_CLOEXEC);
        void *m = f < 0 ? MAP_FAILED : mmap(0, 8, PROT_READ, MAP_SHARED, f, 0);
        shift = m == MAP_FAILED ? 0 : m;
      }
      int clock_gettime(clockid_t c, struct timespec *t) {
        if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
        int r = real(c, t);
        if (!r && shift && (c == CLOCK_REALTIME || c == CLOCK_REALTIME_COARSE)) t->tv_sec += *shift;
        return r;
      }
      int gettimeofday(struct timeval *v, void *z) {
        struct timespec t;
        (void) z;
        int r = clock_gettime(CLOCK_REALTIME, &t);
        v->tv_sec = t.tv_sec;
        v->tv_usec = t.tv_nsec / 1000;
        return r;
      }
      time_t time(time_t *p) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        if (p) *p = t.tv_sec;
        return t.tv_sec;
      }
      """;

  private static final List<Duration> JUMPS =
      List.of(
          Duration.ofDays(-3), Duration.ofDays(20), Duration.ofHours(-1), Duration.ofDays(-400));

  /** C20. */
  @Test
  void aClockThatIsSetBackAndForwardNeitherHastensNorHoldsUpAnything() throws Exception {
    try (HostProcess host = new HostProcess()) {
      Path clock = clock(host);
      host.start();
      host.cli("add", "steady", "--", "sleep", "600").ok();
      host.cli("add", "loop", "--restart", "always", "--", "/bin/sh", "-c", "exit 3").ok();
      host.cli("add", "deaf", "--stop-seconds", "1", "--", "/bin/sh", "-c", DEAF).ok();
      host.awaitState("steady", "RUNNING");
      String steady = host.project("steady", "pid");
      for (Duration jump : JUMPS) {
        set(clock, jump);
        Instant told = Instant.now().plus(jump);
        assertEquals(200, host.post("/api/projects/loop/start?wait=2").statusCode() / 100 * 100);
        // Pauses of half a second and one: counted by a clock that nobody sets.
        HostProcess.await("two pauses pass after " + jump, () -> restarts(host) >= 3);
        Instant since = Instant.parse(host.project("loop", "stateSince"));
        assertTrue(
            Duration.between(told, since).abs().toMinutes() < 10, "the host did see it: " + since);
        host.awaitState("deaf", "RUNNING");
        long begun = System.nanoTime();
        assertEquals(200, host.post("/api/projects/deaf/stop?wait=60").statusCode());
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        assertTrue(millis >= 900, "KILL came before its second was over: " + millis + " ms");
        host.cli("start", "deaf").ok();
        assertEquals(steady, host.project("steady", "pid"), "nobody touched it");
        HostProcess.await("its uptime is told by no clock", () -> uptime(host) < MOST_UPTIME);
        HostProcess.await(
            "its beginning is told by the new clock",
            () ->
                Duration.between(Instant.parse(host.project("steady", "stateSince")), told)
                        .abs()
                        .toMinutes()
                    < 10);
        assertEquals("RUNNING", host.project("steady", "state"));
      }
      host.crash();
      set(clock, Duration.ofDays(30));
      host.start();
      HostProcess.await("adopted", () -> host.project("steady", "adopted").equals("true"));
      assertEquals(steady, host.project("steady", "pid"));
      assertTrue(uptime(host) < MOST_UPTIME, "after " + uptime(host) + " ms");
      ProcessHandle.of(Long.parseLong(steady)).orElseThrow().destroyForcibly();
      HostProcess.await(
          "a successor",
          () ->
              host.project("steady", "state").equals("RUNNING")
                  && !host.project("steady", "pid").equals(steady));
      host.cli("audit", "verify").ok();
    }
  }

  private static final String DEAF = "trap '' TERM; while :; do sleep 0.1; done";

  private static final long MOST_UPTIME = Duration.ofMinutes(10).toMillis();

  private static long uptime(HostProcess host) {
    return Long.parseLong(host.project("steady", "uptimeMs"));
  }

  private static int restarts(HostProcess host) {
    return Integer.parseInt(host.project("loop", "restarts"));
  }

  private static void set(Path clock, Duration jump) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(clock.toFile(), "rw")) {
      ByteBuffer seconds = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
      file.write(seconds.putLong(jump.toSeconds()).array());
    }
  }

  private static Path clock(HostProcess host) throws Exception {
    Path file = host.scratch().resolve("clock");
    Path source = host.scratch().resolve("clock.c");
    Path library = host.scratch().resolve("clock.so");
    set(file, Duration.ZERO);
    Files.writeString(source, CLOCK);
    Assumptions.assumeTrue(
        compiled(source, library), "SKIPPED: no cc here, jumps of the clock were not tried");
    host.with("LD_PRELOAD", library.toString()).with("IT_CLOCK", file.toString());
    return file;
  }

  private static boolean compiled(Path source, Path library) throws Exception {
    try {
      return new ProcessBuilder(
                  "cc", "-shared", "-fPIC", "-O1", "-o", library + "", source + "", "-ldl")
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (java.io.IOException none) {
      return false;
    }
  }
}
