package innkeeper.supervisor;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.run.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** By hand: figures of the supervisor alone, with a store that costs nothing. */
final class Bench {

  public static void main(String[] args) throws Exception {
    Path data = Files.createTempDirectory("bench");
    FakeStore store = new FakeStore();
    Host host = Host.start(data, store);
    Path stamp = data.resolve("stamp");
    int rounds = 150;
    host.apply(Host.define("c1", Map.of("autostart", false), args[0], stamp.toString()));
    double[] start = new double[rounds];
    double[] stop = new double[rounds];
    double[] kill = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      long t0 = System.nanoTime();
      host.supervisor.start("c1", Host.ME);
      start[i] = (stamp(stamp, t0) - t0) / 1e6;
      long pid = host.await("c1", s -> s.server().pid().isPresent()).server().pid().orElseThrow();
      Thread.sleep(1);
      t0 = System.nanoTime();
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      kill[i] = (stamp(stamp, t0) - t0) / 1e6;
      host.await(
          "c1", s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(pid) != pid);
      Thread.sleep(5);
      t0 = System.nanoTime();
      host.supervisor.stop("c1", Host.ME).settled().get();
      stop[i] = (System.nanoTime() - t0) / 1e6;
    }
    say("start", start);
    say("kill", kill);
    say("stop", stop);
    for (int fleet : new int[] {100, 500}) {
      List<innkeeper.api.project.ProjectDefinition> all = new ArrayList<>();
      for (int i = 0; i < fleet; i++) {
        all.add(
            Host.define(
                "f" + fleet + "-" + i, Map.of("autostart", false), args[0], stamp + "." + i));
      }
      host.supervisor.apply(all, false, false, Host.ME);
      long t0 = System.nanoTime();
      for (var d : all) {
        host.supervisor.start(d.channelId(), Host.ME);
      }
      long called = System.nanoTime();
      for (int i = 0; i < fleet; i++) {
        stamp(Path.of(stamp + "." + i), t0);
      }
      System.out.printf(
          "fleet %d: calls %.0f ms, all run %.0f ms%n",
          fleet, (called - t0) / 1e6, (System.nanoTime() - t0) / 1e6);
      if (fleet == 100) {
        idle(host, data);
      }
      t0 = System.nanoTime();
      List<java.util.concurrent.CompletableFuture<?>> gone = new ArrayList<>();
      for (var d : all) {
        gone.add(host.supervisor.stop(d.channelId(), Host.ME).settled());
      }
      for (var g : gone) {
        g.get();
      }
      System.out.printf("fleet %d: all stopped %.0f ms%n", fleet, (System.nanoTime() - t0) / 1e6);
      host.supervisor.apply(
          List.of(Host.define("c1", Map.of("autostart", false), args[0], stamp.toString())),
          true,
          false,
          Host.ME);
      Thread.sleep(1000);
    }
    host.close();
    System.exit(0);
  }

  private static void idle(Host host, Path data) throws Exception {
    Thread.sleep(12_000);
    long cpu = Proc.stat(ProcessHandle.current().pid()).orElseThrow().cpuTicks();
    Thread.sleep(20_000);
    long used = Proc.stat(ProcessHandle.current().pid()).orElseThrow().cpuTicks() - cpu;
    System.out.println("idle cpu ms/min " + used * 10 * 3);
    long pss = 0;
    int count = 0;
    for (Path file : Files.newDirectoryStream(data.resolve("run"), "*.json")) {
      long pid = ((Number) Json.read(Files.readAllBytes(file)).get("wrapperPid")).longValue();
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
        if (line.startsWith("Pss:")) {
          pss += Long.parseLong(line.replaceAll("[^0-9]", ""));
          count++;
        }
      }
    }
    System.out.println("wrappers " + count + " pss KiB " + pss);
    System.out.println("threads " + new java.io.File("/proc/self/task").list().length);
  }

  /** The server writes CLOCK_MONOTONIC in nanoseconds, as System.nanoTime does on Linux. */
  private static long stamp(Path file, long after) throws Exception {
    while (true) {
      if (Files.exists(file)) {
        String[] lines = Files.readString(file).split("\n");
        String last = lines[lines.length - 1];
        if (!last.isBlank() && Long.parseLong(last) > after) {
          return Long.parseLong(last);
        }
      }
      Thread.sleep(0, 200_000);
    }
  }

  private static void say(String what, double[] ms) {
    double[] sorted = Arrays.stream(ms).skip(30).sorted().toArray();
    System.out.printf(
        "%s p50 %.2f p99 %.2f max %.2f%n",
        what,
        sorted[sorted.length / 2],
        sorted[sorted.length * 99 / 100],
        sorted[sorted.length - 1]);
  }
}
