package innkeeper.supervisor;

import innkeeper.api.supervisor.ServerRecord;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One spawn of a project's server, from the wrapper's birth to the end of its session. Used on the
 * project's queue only.
 */
final class Incarnation {

  private final ServerRecord record;
  private final boolean adopted;
  private final Process process;
  private volatile Optional<Identity> server = Optional.empty();
  private boolean ended;
  private OptionalInt exitCode = OptionalInt.empty();
  private long endedTicks = -1;
  private Instant endedAt = Instant.EPOCH;
  private Set<Identity> seen = Set.of();

  /**
   * @param process the wrapper when this JVM started it; null for one that was adopted
   */
  Incarnation(ServerRecord record, Process process) {
    this.record = record;
    this.process = process;
    this.adopted = process == null;
  }

  ServerRecord record() {
    return record;
  }

  String name() {
    return record.name();
  }

  long number() {
    return record.incarnation();
  }

  boolean adopted() {
    return adopted;
  }

  Identity wrapper() {
    return new Identity(record.wrapperPid(), record.wrapperStart());
  }

  /** For our own child that is a flag the JVM keeps; a stranger is looked up. */
  boolean wrapperAlive() {
    return process != null ? process.isAlive() : Proc.alive(wrapper());
  }

  /** Cheap enough for each second; true when it is not known to be dead without a look. */
  boolean ownWrapperAlive() {
    return process == null || process.isAlive();
  }

  Optional<Identity> server() {
    return server;
  }

  void server(Identity identity) {
    server = Optional.of(identity);
  }

  boolean serverAlive() {
    return server.isPresent() && Proc.alive(server.get());
  }

  /** The main process is gone. */
  boolean ended() {
    return ended;
  }

  OptionalInt exitCode() {
    return exitCode;
  }

  Instant endedAt() {
    return endedAt;
  }

  /**
   * @param ticks when it was surely dead, clock ticks since boot; -1 when it died unobserved
   */
  void ended(OptionalInt code, long ticks, Instant at) {
    ended = true;
    endedAt = at;
    exitCode = code;
    endedTicks = ticks;
  }

  /** What the environment of all its processes says. */
  static String mark(String channelId, long incarnation, long spawnedAtMillis) {
    return channelId + "/" + incarnation + "/" + spawnedAtMillis;
  }

  /**
   * The living processes of the server's session. A session's number stays taken while one process
   * is in it, so it is still ours if the leader is there, if a process is in it that was seen in it
   * before, that is older than the leader's death, or that carries our mark.
   *
   * @return empty when there are processes in a session of that number that are not shown to be
   *     ours
   */
  Optional<List<Stat>> members(ProcTable.Snapshot snapshot) {
    if (server.isEmpty()) {
      return Optional.of(List.of());
    }
    Identity leader = server.get();
    List<Stat> session = snapshot.session(leader.pid());
    if (session.isEmpty()) {
      // Between fork and setsid the server is still in the wrapper's session.
      Optional<Stat> early = Proc.stat(leader.pid());
      return Optional.of(
          early
              .filter(s -> s.identity().equals(leader) && !s.dead())
              .map(List::of)
              .orElse(List.of()));
    }
    boolean ours = false;
    for (Stat s : session) {
      if (s.identity().pid() == leader.pid() && s.identity().start() != leader.start()) {
        // The number was given out again: nothing of ours is left.
        return Optional.of(List.of());
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
    return Optional.of(living);
  }

  private boolean marked(Stat s) {
    return Proc.hasVariable(
        s.identity().pid(),
        ServerEnvironment.MARK,
        mark(record.channelId(), record.incarnation(), record.spawnedAt().toEpochMilli()));
  }
}
