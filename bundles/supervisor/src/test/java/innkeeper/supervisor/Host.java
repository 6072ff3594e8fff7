package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.common.process.WrapperHome;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.spawn.ControlGroups;
import innkeeper.supervisor.spawn.Neighbours;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** One supervisor over a data directory and a store that outlive it. */
final class Host implements AutoCloseable {

  static final Actor ME = Actor.of(Actor.Via.CLI);
  private static final long PATIENCE_SECONDS = 30;

  final Path data;
  final FakeStore store;
  final ProjectSupervisor supervisor;
  private boolean dropped;
  final List<ProjectStatus> seen = new ArrayList<>();

  /** Hides one word. */
  private final Redactor redactor =
      (Redactor)
          Proxy.newProxyInstance(
              Redactor.class.getClassLoader(),
              new Class<?>[] {Redactor.class},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "redact" -> hide(arguments[0].toString());
                    case "redactCommand" ->
                        ((List<?>) arguments[0]).stream().map(w -> hide(w.toString())).toList();
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  private static String hide(String text) {
    return text.replace("hunter2", "[REDACTED]");
  }

  Host(Path data, FakeStore store, Optional<Logs> logs) throws Exception {
    this(data, store, logs, Map.of("PATH", "/usr/bin:/bin", "SECRET", "host's own"));
  }

  Host(Path data, FakeStore store, Optional<Logs> logs, Map<String, String> environment)
      throws Exception {
    this(
        data,
        store,
        logs,
        environment,
        ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data),
        Clock.systemUTC());
  }

  Host(
      Path data,
      FakeStore store,
      Optional<Logs> logs,
      Map<String, String> environment,
      ControlGroups memory,
      Clock clock)
      throws Exception {
    this(data, store, logs, environment, memory, clock, false);
  }

  /** As {@code run --as-copy} does. */
  static Host asCopy(Path data, FakeStore store) throws Exception {
    return new Host(
        data,
        store,
        Optional.empty(),
        Map.of("PATH", "/usr/bin:/bin"),
        ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data),
        Clock.systemUTC(),
        true);
  }

  Host(
      Path data,
      FakeStore store,
      Optional<Logs> logs,
      Map<String, String> environment,
      ControlGroups memory,
      Clock clock,
      boolean asCopy)
      throws Exception {
    this.data = data;
    this.store = store;
    ProjectListener listener =
        now -> {
          synchronized (seen) {
            seen.add(now);
            seen.notifyAll();
          }
        };
    supervisor =
        new ProjectSupervisor(
            new Neighbours(
                data,
                environment,
                memory,
                store.store,
                store.log,
                () -> logs,
                Optional::empty,
                () -> Optional.of(redactor),
                () -> List.of(listener),
                clock,
                () -> 0.5,
                asCopy));
    Thread loader =
        new Thread(
            () -> {
              try {
                supervisor.load();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    loader.setDaemon(true);
    loader.start();
    if (!store.store.isEmpty() && !store.damaged) {
      loader.join();
    }
  }

  /** Without a logging surface. What it finds in {@code data} says whether it begins anew. */
  static Host start(Path data, FakeStore store) throws Exception {
    return new Host(data, store, Optional.empty());
  }

  /** After {@link #drop}; the same code whether that stood for a swap, a crash or an upgrade. */
  static Host swap(Path data, FakeStore store) throws Exception {
    return start(data, store);
  }

  static ProjectDefinition define(String id, Map<String, Object> more, String... command) {
    Map<String, Object> map = new HashMap<>(more);
    map.put("channelId", id);
    map.put("command", List.of(command));
    map.putIfAbsent("startSeconds", 0);
    map.putIfAbsent("stopSeconds", 5);
    return Definitions.fromMap(map, Path.of("/tmp"));
  }

  static ProjectDefinition sh(String id, Map<String, Object> more, String script) {
    return define(id, more, "/bin/sh", "-c", script);
  }

  void apply(ProjectDefinition... definitions) {
    supervisor.apply(List.of(definitions), false, false, ME);
  }

  ProjectStatus get(Ticket ticket) throws Exception {
    return ticket.settled().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  ProjectStatus start(String id) throws Exception {
    return get(supervisor.start(id, ME));
  }

  ProjectStatus stop(String id) throws Exception {
    return get(supervisor.stop(id, ME));
  }

  ProjectStatus status(String id) {
    return supervisor.project(id).orElseThrow();
  }

  ProjectStatus await(String id, ProjectState state) throws Exception {
    return await(id, s -> s.state() == state);
  }

  ProjectStatus await(String id, Predicate<ProjectStatus> until) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      Optional<ProjectStatus> now = supervisor.project(id);
      if (now.filter(until).isPresent()) {
        return now.get();
      }
      synchronized (seen) {
        seen.wait(20);
      }
    }
    throw new AssertionError("never so: " + supervisor.project(id));
  }

  static void until(java.util.concurrent.Callable<Boolean> what) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!what.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never so");
      }
      Thread.sleep(2);
    }
  }

  static boolean alive(long pid) {
    return Proc.stat(pid).filter(s -> !s.dead()).isPresent();
  }

  /** What a server's script wrote to a file. */
  static long number(Path file) throws Exception {
    until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
    return Long.parseLong(Files.readString(file).strip());
  }

  /** Lets go of the servers, as a swap or a crash does. */
  void drop() {
    dropped = true;
    supervisor.close();
  }

  @Override
  public void close() throws IOException {
    supervisor.shutdown(Duration.ofSeconds(20)).orTimeout(30, TimeUnit.SECONDS).join();
    supervisor.close();
    if (dropped) {
      return;
    }
    try {
      until(() -> wrappers().isEmpty());
    } catch (Exception e) {
      throw new AssertionError("wrappers outlive a clean stop: " + wrappers(), e);
    }
  }

  /** Pids of wrappers over this data directory. */
  private List<Long> wrappers() {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> WrapperHome.directory(pid).equals(data.resolve("run").toString()))
        .filter(pid -> WrapperHome.of(data.resolve("run"), "", pid) == WrapperHome.OURS)
        .filter(Host::alive)
        .toList();
  }
}
