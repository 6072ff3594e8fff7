package innkeeper.supervisor;

import innkeeper.api.project.LogPolicy;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.common.process.WrapperHome;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Stat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the processes of this DATA_DIR that no record in run/ names, in one pass over /proc. They
 * are servers whose record was removed or cannot be read, and wrappers whose server has ended.
 */
final class Strays {

  private static final Logger LOG = LoggerFactory.getLogger(Strays.class);
  private static final List<String> OUTPUTS = List.of(".out", ".err");
  private static final String DELETED = " (deleted)";
  private static final long LOOK_MILLIS = 5;
  private static final long STARTS_NANOS = 5_000_000_000L;

  private final SupervisorContext context;
  private final ProcTable.Snapshot snapshot;

  /**
   * @param recorded the wrappers that records name
   */
  Strays(SupervisorContext context, Set<Long> recorded) {
    this.context = context;
    awaitStarts(recorded);
    this.snapshot = context.table().settled();
  }

  /**
   * Waits at most five seconds until no other wrapper is between its go command and the exec of its
   * server. Until the exec, the environment of that process does not name the server. A wrapper
   * that never got a go command ends, because its host has died.
   */
  private void awaitStarts(Set<Long> recorded) {
    long began = System.nanoTime();
    try {
      while (starts(recorded) && System.nanoTime() - began < STARTS_NANOS) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean starts(Set<Long> recorded) {
    Map<Long, Boolean> wrappers = new HashMap<>();
    return context.table().sessions().bySession().values().stream()
        .flatMap(List::stream)
        .filter(s -> wrappers.computeIfAbsent(s.parent(), pid -> isOther(pid, recorded)))
        .filter(s -> Proc.alive(s.identity()))
        .anyMatch(s -> !Marks.isMark(variable(s)));
  }

  private boolean isOther(long pid, Set<Long> recorded) {
    return !recorded.contains(pid) && Proc.stat(pid).flatMap(this::logName).isPresent();
  }

  /** Returns new records of living servers whose mark is in none of the given records. */
  List<ServerRecord> servers(Collection<ServerRecord> records) {
    Set<String> known = new HashSet<>();
    records.forEach(record -> known.add(Marks.of(record)));
    List<ServerRecord> found = new ArrayList<>();
    for (String mark : snapshot.byMark().keySet()) {
      if (!known.contains(mark)) {
        snapshot.marked(mark).stream()
            .filter(s -> !s.dead())
            .flatMap(s -> record(mark, s).stream())
            .findFirst()
            .ifPresent(found::add);
      }
    }
    return found;
  }

  /**
   * Returns whether a server lives whose wrapper works in that directory, and the directory is not
   * ours.
   */
  boolean inUse(Path other) {
    return snapshot.byMark().values().stream()
        .flatMap(List::stream)
        .map(Stat::parent)
        .anyMatch(
            wrapper ->
                WrapperHome.directory(wrapper).equals(other.toString())
                    && WrapperHome.of(context.run().dir(), "", wrapper) != WrapperHome.OURS);
  }

  /**
   * Returns records of living servers whose mark cannot be read: the server has overwritten its
   * environment, as setproctitle(3) does, or waits in the kernel. Such a server is the child of a
   * wrapper over our directory. The wrapper's own mark names the project.
   *
   * @param records of all servers that are known already
   * @param number the incarnation of a project's server, by channelId
   */
  List<ServerRecord> unmarked(Collection<ServerRecord> records, ToLongFunction<String> number) {
    Set<Long> known = new HashSet<>();
    records.forEach(record -> known.add(record.wrapper().pid()));
    Map<Long, Boolean> wrappers = new HashMap<>();
    List<ServerRecord> found = new ArrayList<>();
    for (List<Stat> session : snapshot.bySession().values()) {
      for (Stat s : session) {
        if (wrappers.computeIfAbsent(s.parent(), pid -> isOther(pid, known))
            && !s.dead()
            && !variable(s).endsWith(Marks.NOBODY)) {
          child(s, number).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private static String variable(Stat s) {
    return Proc.variable(s.identity().pid(), Marks.VARIABLE);
  }

  private Optional<ServerRecord> child(Stat server, ToLongFunction<String> number) {
    Optional<Stat> wrapper = Proc.stat(server.parent());
    Optional<String> name = wrapper.flatMap(this::logName);
    String mark = name.isPresent() ? variable(wrapper.get()) : "";
    if (!mark.endsWith(Marks.NOBODY)) {
      return Optional.empty();
    }
    String channelId = mark.substring(0, mark.length() - Marks.NOBODY.length());
    long age = Proc.uptimeMillis() - server.identity().start() * 1000 / Proc.TICKS_PER_SECOND;
    long spawned = context.clock().millis() - age;
    return record(
        Marks.mark(channelId, number.applyAsLong(channelId), spawned),
        name.get(),
        wrapper.get().identity());
  }

  /**
   * Returns a record for a marked process, if it is our server. A mark alone proves nothing,
   * because any process may carry it, also another host's server. Our server is the child of a
   * wrapper over our directory. If that wrapper was killed, our server leads a session and writes
   * to a FIFO of our directory.
   */
  private Optional<ServerRecord> record(String mark, Stat server) {
    Optional<Stat> wrapper = Proc.stat(server.parent());
    Optional<String> name = wrapper.flatMap(this::logName);
    if (name.isPresent()) {
      return record(mark, name.get(), wrapper.get().identity());
    }
    return server.identity().pid() == server.session()
        ? output(server).flatMap(log -> record(mark, log, new Identity(0, 0)))
        : Optional.empty();
  }

  private Optional<ServerRecord> record(String mark, String name, Identity wrapper) {
    return Marks.parse(mark)
        .map(
            of ->
                new ServerRecord(
                    of.channelId(),
                    name,
                    of.incarnation(),
                    new ServerRecord.Wrapper(
                        context.launcher().bootId(), wrapper.pid(), wrapper.start()),
                    Instant.ofEpochMilli(of.spawnedAtMillis()),
                    -1,
                    LogPolicy.DEFAULT));
  }

  /** Returns the log of this directory that a server writes to. */
  Optional<String> output(Stat server) {
    return outputs(server).stream()
        .filter(one -> isIn(server, one))
        .map(one -> one.name().substring(0, one.name().lastIndexOf('.')))
        .findFirst();
  }

  /** Returns the run directory, of this or another host, whose FIFO a server writes to. */
  Optional<Path> outputDirectory(Stat server) {
    return outputs(server).stream().map(one -> one.file().getParent()).findFirst();
  }

  /**
   * @param opened the path of the descriptor below /proc
   * @param file the path that it leads to
   */
  private record Output(Path opened, Path file) {

    boolean deleted() {
      return file.toString().endsWith(DELETED);
    }

    String name() {
      String name = file.getFileName().toString();
      return deleted() ? name.substring(0, name.length() - DELETED.length()) : name;
    }
  }

  private static List<Output> outputs(Stat server) {
    List<Output> found = new ArrayList<>();
    for (String descriptor : List.of("1", "2")) {
      try {
        Path opened = Path.of(Proc.directory(server.identity().pid()), "fd", descriptor);
        Output output = new Output(opened, Files.readSymbolicLink(opened));
        if (OUTPUTS.stream().anyMatch(output.name()::endsWith)) {
          found.add(output);
        }
      } catch (IOException | RuntimeException e) {
        LOG.debug("descriptor cannot be looked at pid={}", server.identity().pid(), e);
      }
    }
    return found;
  }

  /**
   * Returns whether an output is a FIFO of our directory. The files are compared, because a path in
   * another mount namespace may lead to one of our files.
   */
  private boolean isIn(Stat server, Output output) {
    try {
      if (!output.deleted()) {
        return Files.isSameFile(output.opened(), context.run().dir().resolve(output.name()));
      }
      Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
      Path its = Path.of(Proc.directory(server.identity().pid()), "ns/mnt");
      return own.equals(Files.readSymbolicLink(its))
          && Files.isSameFile(output.file().getParent(), context.run().dir());
    } catch (IOException e) {
      // The directory does not exist, or the server has ended.
      return false;
    }
  }

  /**
   * Ends wrappers whose server has ended. The host died before it could end them, when a
   * successor's record had replaced theirs or was about to. The output that they still hold reaches
   * the log first.
   *
   * @param known the wrappers that records name
   */
  void end(Set<Identity> known) {
    ended(known)
        .forEach(
            (wrapper, name) -> {
              LOG.info("stray wrapper found pid={} name={}", wrapper.pid(), name);
              context.drains().ended(name, 0, wrapper, () -> {});
            });
  }

  /** Returns the wrappers whose server has ended, each with its log name. */
  Map<Identity, String> ended(Set<Identity> known) {
    Map<Identity, String> found = new HashMap<>();
    for (List<Stat> session : snapshot.bySession().values()) {
      for (Stat s : session) {
        // A wrapper stops itself only after its server has ended.
        if (s.state() == 'T' && !known.contains(s.identity())) {
          logName(s).ifPresent(name -> found.put(s.identity(), name));
        }
      }
    }
    return found;
  }

  /**
   * Returns the log name if the process is a wrapper over our directory; a foreign process may look
   * like one.
   */
  private Optional<String> logName(Stat wrapper) {
    long pid = wrapper.identity().pid();
    return WrapperHome.arguments(pid)
        .map(WrapperHome.Arguments::name)
        .filter(name -> WrapperHome.of(context.run().dir(), name, pid) == WrapperHome.OURS);
  }
}
