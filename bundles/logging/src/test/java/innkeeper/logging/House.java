package innkeeper.logging;

import innkeeper.api.project.LogPolicy;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.boot.libc.NonBlockingFifos;
import innkeeper.common.file.Durable;
import innkeeper.logging.file.Tmpfs;
import innkeeper.logging.rules.WrapperEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A DATA_DIR with real FIFOs and real writers, and the surface on it. */
final class House {

  final Path data;
  final List<RotatableLog> rotatable = new CopyOnWriteArrayList<>();
  final List<Process> processes = new ArrayList<>();
  volatile Rotator rotator;
  volatile long maxBytes = 10 * 1024 * 1024;
  boolean nativeCalls = true;
  Logging logging;

  House(Path data) throws IOException {
    this.data = data.toRealPath();
    for (String directory : List.of("run", "logs", "conf")) {
      Durable.directory(data.resolve(directory));
    }
  }

  /** The calls that boot offers; without them FIFOs are checked every 10 ms. */
  static void offerCalls(Path scratch) {
    Supplier<Map<String, Object>> calls = () -> NonBlockingFifos.functions(scratch);
    System.getProperties().put("innkeeper.boot", Map.of("fifo.calls", calls));
  }

  House start() throws IOException {
    if (nativeCalls) {
      offerCalls(data);
    } else {
      System.getProperties().remove("innkeeper.boot");
    }
    logging =
        new Logging(
            settings(data, () -> maxBytes),
            () -> Optional.ofNullable(rotator),
            Optional::empty,
            rotatable::add);
    logging.start();
    return this;
  }

  void stop() throws Exception {
    logging.stop();
  }

  static Settings settings(Path data, java.util.function.LongSupplier maxBytes) {
    return new Settings() {
      @Override
      public Path dataDir() {
        return data;
      }

      @Override
      public Path homeDir() {
        return data;
      }

      @Override
      public int adminPort() {
        return 0;
      }

      @Override
      public String version() {
        return "test";
      }

      @Override
      public String get(String name) {
        return Long.toString(maxBytes.getAsLong());
      }
    };
  }

  Path fifo(String name) throws Exception {
    Path fifo = data.resolve("run").resolve(name + ".out");
    run("mkfifo", "-m", "600", fifo.toString());
    return fifo;
  }

  static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
  }

  private Path errors(String name) {
    return data.resolve("run").resolve(name + ".err");
  }

  /** Both, as a wrapper of today has them; {@link #fifo} alone makes the one of release 0.1.0. */
  void fifos(String name) throws Exception {
    run("mkfifo", "-m", "600", errors(name).toString());
    fifo(name);
  }

  /**
   * A server: a shell script whose output is the FIFO, held open read-write as the wrapper does;
   * stderr has one of its own if that is there.
   */
  Process server(String name, String script) throws IOException {
    Path fifo = data.resolve("run").resolve(name + ".out");
    Path errors = errors(name);
    String open = Files.exists(errors) ? "exec 3<>\"$0\" 4<>\"$1\"" : "exec 3<>\"$0\" 4>&3";
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            open + "; (" + script + ") >&3 2>&4; read hold",
            fifo.toString(),
            errors.toString());
    Process process = builder.redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  /** Publishes a server's record as the supervisor does. */
  void record(String name, long incarnation, Process wrapper, LogPolicy policy) throws IOException {
    ServerRecord record =
        new ServerRecord(
            name,
            name,
            incarnation,
            new ServerRecord.Wrapper(
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
                wrapper.pid(),
                WrapperEnvironment.startTime(Path.of("/proc", Long.toString(wrapper.pid())))),
            Instant.now(),
            -1,
            policy);
    Path temporary = data.resolve("run").resolve(name + ".json.tmp");
    Files.writeString(
        temporary,
        new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(record.toMap()));
    Files.move(
        temporary, data.resolve("run").resolve(name + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }

  Path log(String name) {
    return data.resolve("logs").resolve(name + ".log");
  }

  /** All of a log, archives first. */
  String all(String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    logging.logs().copyTo(name, out);
    return out.toString(java.nio.charset.StandardCharsets.UTF_8);
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    await(what, Duration.ofSeconds(30), condition);
  }

  static void await(String what, Duration limit, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("never came: " + what);
      }
      Thread.sleep(5);
    }
  }

  void close() throws Exception {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    if (logging != null) {
      logging.stop();
    }
    Path memory = Tmpfs.directory(data);
    try (var files = Files.list(memory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(memory);
  }
}
