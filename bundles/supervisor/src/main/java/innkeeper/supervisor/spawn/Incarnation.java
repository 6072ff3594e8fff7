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
 * One spawn of a project's server, from the wrapper's birth to the end of its session. Used on the
 * project's queue only.
 */
public final class Incarnation {

  /** The owner's own right to read: a mask that nobody uses. The code stands below it. */
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
   * @param own the wrapper when this supervisor started it; null for one that was adopted
   */
  public Incarnation(ServerRecord record, Wrapper own) {
    this.record = record;
    this.own = own;
    this.adopted = own == null;
  }

  /** It may be another host's: nobody signals it, and its output is not read. */
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
    return new Identity(record.wrapperPid(), record.wrapperStart());
  }

  public boolean wrapperAlive() {
    return Proc.alive(wrapper());
  }

  /** Alive, and where nobody gives it a word any more, not at the end of its script. */
  public boolean wrapperMayStart() {
    return Proc.stat(record.wrapperPid())
        .filter(
            s -> s.identity().equals(wrapper()) && !s.dead() && (own != null || s.state() != 'T'))
        .isPresent();
  }

  /**
   * The server is gone and the wrapper has not waited for it yet, or is at work just now. One that
   * sleeps or has stopped itself is past that, and could not write what it should have written.
   */
  public boolean wrapperOwesCode() {
    Optional<Stat> wrapper =
        Proc.stat(record.wrapperPid()).filter(s -> s.identity().equals(wrapper()) && !s.dead());
    if (wrapper.isEmpty()) {
      return false;
    }
    boolean unreaped =
        server
            .flatMap(s -> Proc.stat(s.pid()).filter(now -> now.identity().equals(s)))
            .filter(now -> now.dead() && now.parent() == record.wrapperPid())
            .isPresent();
    return unreaped || (wrapper.get().state() != 'S' && wrapper.get().state() != 'T');
  }

  /** The wrapper, when it can start another server after this one. */
  public Optional<Wrapper> reusable() {
    return Optional.ofNullable(own).filter(w -> exitCode.isPresent() && !wrapperSpent && w.waits());
  }

  /**
   * The exit code as the wrapper tells it: in its file, or where the disk was full for that, in its
   * own umask, above any that a process of ours has otherwise.
   */
  public OptionalInt told(RunFiles run) throws IOException {
    OptionalInt code = run.exitCode(name());
    if (code.isPresent()) {
      return code;
    }
    int umask;
    try {
      umask = Integer.parseInt(Proc.umask(Long.toString(record.wrapperPid())).orElse("0"), 8);
    } catch (IOException e) {
      // The wrapper is gone, and with it what it did not write.
      return OptionalInt.empty();
    }
    if (umask < TOLD || !Proc.alive(wrapper())) {
      return OptionalInt.empty();
    }
    wrapperSpent = true;
    return OptionalInt.of(umask - TOLD);
  }

  /** Says no word any more; the server is not touched. */
  public void letGo() {
    if (own != null) {
      own.noMore();
    }
  }

  /** Cheap enough for each second: whether there is any process of its number. */
  public boolean wrapperThere() {
    return Proc.there(record.wrapperPid());
  }

  public Optional<Identity> server() {
    return server;
  }

  public void server(Identity identity) {
    server = Optional.of(identity);
  }

  /** As the wrapper wrote it down, or else as the kernel knows it; empty when neither tells. */
  public Optional<Identity> locate(RunFiles run, ProcTable table) throws IOException {
    server = written(run).or(() -> byKernel(table.now()));
    return server;
  }

  /**
   * The server as its wrapper wrote it down; empty while it has not. When it began the kernel knows
   * better, as long as the process is the wrapper's child: where programs of another machine are
   * emulated (qemu), a process is told another time than its own.
   */
  public Optional<Identity> written(RunFiles run) throws IOException {
    Optional<Identity> told = run.server(name());
    return told.flatMap(t -> Proc.stat(t.pid()))
        .filter(s -> !told.get().equals(s.identity()))
        .filter(s -> s.parent() == record.wrapperPid() && Proc.alive(wrapper()))
        .map(Stat::identity)
        .or(() -> told);
  }

  /**
   * The server whose wrapper could not write down which process it is, for the disk was full: the
   * wrapper's only child. Where there is no wrapper any more, the session's leader that carries the
   * mark.
   */
  public Optional<Identity> byKernel(ProcTable.Snapshot snapshot) {
    if (Proc.alive(wrapper())) {
      return snapshot.bySession().values().stream()
          .flatMap(List::stream)
          .filter(s -> s.parent() == record.wrapperPid())
          // One that waits for the word is the next server's process, not yet anybody's.
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

  /** It was gone before anyone looked, so nobody can say since when. */
  public void goneBefore() {
    goneBefore = true;
  }

  /** The main process is gone. */
  public boolean ended() {
    return ended;
  }

  public OptionalInt exitCode() {
    return exitCode;
  }

  public Instant endedAt() {
    return endedAt;
  }

  /** It ended while no supervisor looked. */
  public boolean endedUnseen() {
    return goneBefore;
  }

  /**
   * @param ticks when it was surely dead, clock ticks since boot; not taken when it was gone before
   */
  public void ended(OptionalInt code, long ticks, Instant at) {
    ended = true;
    endedAt = at;
    exitCode = code;
    endedTicks = goneBefore ? -1 : ticks;
  }

  /**
   * The living processes of the server: of its session, and those that left it for one of their own
   * and still carry its mark. A session's number stays taken while one process is in it, so it is
   * still ours if the leader is there, if a process is in it that was seen in it before, that is
   * older than the leader's death, or that carries our mark.
   *
   * @return empty when there are processes in a session of that number that are not shown to be
   *     ours
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
      Optional<Stat> early = Proc.stat(leader.pid());
      return Optional.of(
          with(
              away, early.filter(s -> s.identity().equals(leader) && !s.dead()).stream().toList()));
    }
    boolean ours = false;
    for (Stat s : session) {
      if (s.identity().pid() == leader.pid() && s.identity().start() != leader.start()) {
        // The number was given out again: nothing of ours is left in it.
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
