package innkeeper.supervisor.spawn;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One run of a project's server, from the start of its wrapper to the end of its session. Used on
 * the project's queue only.
 */
public final class Incarnation {

  /** The owner's right to read, which no usual mask has. The wrapper adds the exit code to it. */
  private static final int TOLD = 0400;

  private final ServerRecord record;
  private final boolean adopted;
  private final Wrapper own;
  private boolean untouchable;
  private volatile Optional<Identity> server = Optional.empty();
  private boolean ended;
  private boolean wrapperSpent;
  private boolean goneBefore;
  private OptionalInt exitCode = OptionalInt.empty();
  private long endedTicks = -1;
  private Instant endedAt = Instant.EPOCH;
  private Set<Identity> seen = Set.of();

  /**
   * @param own the wrapper if this supervisor started it; null for an adopted one
   */
  public Incarnation(ServerRecord record, Wrapper own) {
    this.record = record;
    this.own = own;
    this.adopted = own == null;
  }

  /** Marks it as possibly another host's: it gets no signal, and its output is not read. */
  public void untouchable() {
    untouchable = true;
  }

  public boolean isUntouchable() {
    return untouchable;
  }

  public ServerRecord record() {
    return record;
  }

  public String name() {
    return record.name();
  }

  public long number() {
    return record.incarnation();
  }

  public boolean adopted() {
    return adopted;
  }

  public Identity wrapper() {
    return new Identity(record.wrapper().pid(), record.wrapper().start());
  }

  public boolean wrapperAlive() {
    return Proc.alive(wrapper());
  }

  /**
   * Returns whether the wrapper may still start the server. It must be alive; an adopted one must
   * not have stopped itself, which it does at the end of its script.
   */
  public boolean wrapperMayStart() {
    return Proc.living(wrapper()).filter(s -> own != null || s.state() != 'T').isPresent();
  }

  /**
   * Returns whether the wrapper will still write the exit code: the server is a zombie of it, or it
   * is working. A wrapper that sleeps or has stopped itself is past that step, and could not write
   * the code.
   */
  public boolean wrapperOwesCode() {
    Optional<Stat> wrapper = Proc.living(wrapper());
    if (wrapper.isEmpty()) {
      return false;
    }
    boolean unreaped =
        server
            .flatMap(s -> Proc.stat(s.pid()).filter(now -> now.identity().equals(s)))
            .filter(now -> now.dead() && now.parent() == record.wrapper().pid())
            .isPresent();
    return unreaped || (wrapper.get().state() != 'S' && wrapper.get().state() != 'T');
  }

  /** Returns the wrapper if it can start another server after this one; else empty. */
  public Optional<Wrapper> reusable() {
    return Optional.ofNullable(own).filter(w -> exitCode.isPresent() && !wrapperSpent && w.waits());
  }

  /**
   * Returns the exit code from the wrapper's file. If the disk was full, the wrapper keeps the code
   * in its own umask, above any usual mask of our processes.
   */
  public OptionalInt told(RunFiles run) throws IOException {
    OptionalInt code = run.exitCode(name());
    if (code.isPresent()) {
      return code;
    }
    int umask;
    try {
      umask = Integer.parseInt(Proc.umask(Long.toString(record.wrapper().pid())).orElse("0"), 8);
    } catch (IOException e) {
      // The wrapper is gone, and so is the code that it did not write.
      return OptionalInt.empty();
    }
    if (umask < TOLD || !Proc.alive(wrapper())) {
      return OptionalInt.empty();
    }
    wrapperSpent = true;
    return OptionalInt.of(umask - TOLD);
  }

  /** Closes the wrapper's stdin, so that no go command follows; the server is not touched. */
  public void letGo() {
    if (own != null) {
      own.noMore();
    }
  }

  /** Returns whether any process has the wrapper's pid; cheap enough for each second. */
  public boolean wrapperThere() {
    return Proc.there(record.wrapper().pid());
  }

  public Optional<Identity> server() {
    return server;
  }

  public void server(Identity identity) {
    server = Optional.of(identity);
  }

  /**
   * Finds the server: in the wrapper's file, or else in the kernel's list of processes; empty if
   * neither has it.
   */
  public Optional<Identity> locate(RunFiles run, ProcTable table) throws IOException {
    server = written(run).or(() -> byKernel(table.now()));
    return server;
  }

  /**
   * Returns the server that its wrapper has written; empty until then. The start time comes from
   * the kernel while the process is the wrapper's child. In an emulation of another machine (qemu),
   * a process reads a wrong start time of its own.
   */
  public Optional<Identity> written(RunFiles run) throws IOException {
    Optional<Identity> told = run.server(name());
    return told.flatMap(t -> Proc.stat(t.pid()))
        .filter(s -> !told.get().equals(s.identity()))
        .filter(s -> s.parent() == record.wrapper().pid() && Proc.alive(wrapper()))
        .map(Stat::identity)
        .or(() -> told);
  }

  /**
   * Finds a server whose wrapper could not write its pid, because the disk was full. It is the
   * wrapper's only child. If the wrapper is gone, it is the session leader that carries the mark.
   */
  public Optional<Identity> byKernel(ProcTable.Snapshot snapshot) {
    if (Proc.alive(wrapper())) {
      return snapshot.bySession().values().stream()
          .flatMap(List::stream)
          .filter(s -> s.parent() == record.wrapper().pid())
          // A process that waits for the go command belongs to the next server and is not a server
          // yet.
          .filter(s -> !Proc.variable(s.identity().pid(), Marks.VARIABLE).endsWith(Marks.NOBODY))
          .map(Stat::identity)
          .filter(Proc::alive)
          .findFirst();
    }
    return snapshot.marked(mark()).stream()
        .filter(s -> !s.dead() && s.session() == s.identity().pid())
        .min(Comparator.comparingLong(s -> s.identity().start()))
        .map(Stat::identity);
  }

  public boolean serverAlive() {
    return server.isPresent() && Proc.alive(server.get());
  }

  /** Notes that the server was gone before any check, so the time of its end is unknown. */
  public void goneBefore() {
    goneBefore = true;
  }

  /** Returns whether the main process is gone. */
  public boolean ended() {
    return ended;
  }

  public OptionalInt exitCode() {
    return exitCode;
  }

  public Instant endedAt() {
    return endedAt;
  }

  /** Returns whether it ended while no supervisor ran. */
  public boolean endedUnseen() {
    return goneBefore;
  }

  /**
   * Records the end of the server.
   *
   * @param ticks a time at which the server had certainly ended, in clock ticks since boot; ignored
   *     if it ended while no supervisor ran
   */
  public void ended(OptionalInt code, long ticks, Instant at) {
    ended = true;
    endedAt = at;
    exitCode = code;
    endedTicks = goneBefore ? -1 : ticks;
  }

  /**
   * Returns the living processes of the server: those of its session, and those that left it and
   * still carry its mark. A session's number stays taken while one process is in it. So the session
   * is still ours while the leader is in it. It is also ours if one process was seen in it before,
   * is older than the leader's death, or carries our mark.
   *
   * @return empty if a session of that number has processes that cannot be shown to be ours
   */
  public Optional<List<Stat>> members(ProcTable.Snapshot snapshot) {
    if (server.isEmpty()) {
      return Optional.of(List.of());
    }
    Identity leader = server.get();
    List<Stat> away =
        snapshot.marked(mark()).stream()
            .filter(s -> !s.dead() && s.session() != leader.pid())
            .toList();
    List<Stat> session = snapshot.session(leader.pid());
    if (session.isEmpty()) {
      // Between fork and setsid the server is still in the wrapper's session.
      return Optional.of(with(away, Proc.living(leader).stream().toList()));
    }
    boolean ours = false;
    for (Stat s : session) {
      if (s.identity().pid() == leader.pid() && s.identity().start() != leader.start()) {
        // The kernel gave the pid out again, so no process of our server is left in the session.
        return Optional.of(away);
      }
      ours |= s.identity().equals(leader) || seen.contains(s.identity());
      ours |= endedTicks >= 0 && s.identity().start() < endedTicks;
    }
    List<Stat> living = session.stream().filter(s -> !s.dead()).toList();
    if (!ours && !living.isEmpty() && living.stream().noneMatch(this::marked)) {
      return Optional.empty();
    }
    Set<Identity> now = new HashSet<>();
    session.forEach(s -> now.add(s.identity()));
    seen = now;
    return Optional.of(with(away, living));
  }

  private static List<Stat> with(List<Stat> away, List<Stat> session) {
    if (away.isEmpty()) {
      return session;
    }
    List<Stat> all = new ArrayList<>(session);
    away.stream().filter(s -> !session.contains(s)).forEach(all::add);
    return all;
  }

  private String mark() {
    return Marks.of(record);
  }

  private boolean marked(Stat s) {
    return Proc.variable(s.identity().pid(), Marks.VARIABLE).equals(mark());
  }
}
