package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records which starts succeeded, and with which of the user's jars. A start that dies counts
 * against the jar that was starting at that moment. Without such a jar it counts against all jars
 * that changed since the last good start. After two such starts a jar is set aside, because
 * otherwise no host would ever start again. A jar that was part of a good start is never blamed,
 * because a start can also be killed from outside.
 *
 * <p>Three files in run/: {@code starts} (forced to disk), {@code starting} (the jar that is
 * starting now), {@code exit-trace}. None of these files exists without a jar of the user's.
 */
final class StartRecord {

  private static final Logger LOG = LoggerFactory.getLogger(StartRecord.class);
  private static final int MOST_DEATHS = 2;

  /**
   * The time after readiness in which a host that ends by itself is still blamed on changed jars.
   */
  private static final long SETTLE_MILLIS = 300_000;

  /** The time in which effects on other threads still count as effects of a bundle's start. */
  private static final long RECENT_NANOS = 2_000_000_000L;

  private final Path run;
  private final UserJars jars;
  private final Path trace;
  private final Path crash;
  private final StartState state;
  private final List<String> told = new ArrayList<>();
  private String marked = "";
  private long markedUntil = Long.MAX_VALUE;
  private int settling;
  private boolean armed;

  private StartRecord(Path data) throws IOException {
    this.run = data.resolve("run");
    this.jars = new UserJars(data);
    this.trace = run.resolve("exit-trace");
    this.crash = run.resolve("crash.log");
    this.state = StartState.read(run.resolve("starts"));
  }

  /**
   * Counts how the previous start ended, sets blamed jars aside, and records that a start begins.
   * Must be called with the lock held.
   *
   * @param safe whether none of the user's jars is loaded; the blame is then only recorded
   * @param memoryEnd whether the previous host ended because it ran out of memory
   */
  static StartRecord begin(Path data, boolean safe, boolean memoryEnd) throws IOException {
    StartRecord record = new StartRecord(data);
    SortedMap<String, String> now = new TreeMap<>();
    for (Map.Entry<String, Path> jar : record.jars.all().entrySet()) {
      now.put(jar.getKey(), UserJars.digest(jar.getValue()));
    }
    record.count(now, memoryEnd);
    if (!safe) {
      record.setAside(now);
    }
    record.state.startBegins(now, safe);
    if (!record.state.changed().isEmpty()) {
      record.arm();
    }
    record.save(now.isEmpty());
    return record;
  }

  /** Returns the messages about earlier starts for the console and bot.log, one line each. */
  List<String> told() {
    return told;
  }

  private void count(SortedMap<String, String> now, boolean memoryEnd) throws IOException {
    if (!state.known()) {
      for (Map.Entry<String, String> jar : now.entrySet()) {
        Path copy = jars.previous(jar.getKey());
        if (Files.exists(copy) && UserJars.digest(copy).equals(jar.getValue())) {
          state.wasGood(jar.getKey(), jar.getValue());
        }
      }
    }
    Path mark = run.resolve("starting");
    List<String> words = Files.exists(mark) ? Files.readAllLines(mark) : List.of();
    if (words.size() == 2) {
      boolean blamed = state.blame(Map.of(words.get(0), words.get(1)));
      told.add(
          "the host before ended while %s was being started%s; should no host come up with it: %s"
              .formatted(
                  words.get(0),
                  blamed ? "" : ", which has started well before",
                  ShellQuoting.of(run.getParent(), "uninstall", words.get(0), "--offline")));
    } else if (state.died(memoryEnd || endedByItself())) {
      state.blame(state.changed());
      told.add(
          "the host before %s, soon after these came: %s"
              .formatted(
                  memoryEnd ? "ran out of memory" : "ended by itself",
                  String.join(", ", state.changed().keySet())));
    }
    Files.deleteIfExists(mark);
    Files.deleteIfExists(trace);
    if (Files.exists(crash)) {
      Files.move(crash, run.resolve("crash-before.log"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Returns whether the previous process ended by itself, if it was armed, or crashed. A crash
   * leaves the JVM's report (-XX:ErrorFile in bin/innkeeper).
   */
  private boolean endedByItself() throws IOException {
    return Files.exists(crash) || Files.exists(trace) && Files.size(trace) > 0;
  }

  private void setAside(SortedMap<String, String> now) throws IOException {
    for (Map.Entry<String, String> jar : List.copyOf(now.entrySet())) {
      if (state.deaths(jar.getKey(), jar.getValue()) < MOST_DEATHS) {
        continue;
      }
      String why =
          MOST_DEATHS
              + " starts of the host died with it, and it was not part of the last good start";
      jars.setAside(jar.getKey(), why);
      told.add("jar set aside file=" + jar.getKey() + ".failed reason=" + why);
      state.forget(jar.getKey());
      Path back = jars.all().get(jar.getKey());
      if (back == null) {
        now.remove(jar.getKey());
      } else {
        now.put(jar.getKey(), UserJars.digest(back));
      }
    }
  }

  /**
   * Records that a jar is about to be started.
   *
   * @param name relative to DATA_DIR; "" once the start of the previous one has returned
   */
  synchronized void mark(String name) throws IOException {
    Path mark = run.resolve("starting");
    markedUntil = name.isEmpty() ? System.nanoTime() + RECENT_NANOS : Long.MAX_VALUE;
    if (name.isEmpty()) {
      Files.deleteIfExists(mark);
      return;
    }
    marked = name;
    String digest = UserJars.digest(run.resolveSibling(name));
    Files.writeString(mark, name + "\n" + digest + "\n");
    if (!state.isGood(name, digest)) {
      Durable.force(mark);
      Durable.force(run);
    }
  }

  /** Returns the jar whose start has not returned, or returned a moment ago; "" for none. */
  synchronized String recent() {
    boolean over = markedUntil != Long.MAX_VALUE && System.nanoTime() - markedUntil > 0;
    return over ? "" : marked;
  }

  /**
   * Records that the host is ready and that these jars serve. They count as good once the host has
   * continued to run for a while.
   *
   * @param serving relative to DATA_DIR
   */
  void good(Collection<String> serving) throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (String name : serving) {
      digests.put(name, UserJars.digest(run.resolveSibling(name)));
    }
    synchronized (this) {
      settling++;
      state.runs(digests);
      if (!state.changed().isEmpty()) {
        arm();
        int round = settling;
        CompletableFuture.delayedExecutor(SETTLE_MILLIS, TimeUnit.MILLISECONDS)
            .execute(() -> settle(round, digests));
      }
      save(digests.isEmpty());
    }
  }

  /**
   * Makes this process leave a trace if it ends by itself. Runtime.halt runs no Java code, but the
   * C library's exit writes out the buffers of its streams. A process that is killed, or that loses
   * power, writes nothing.
   */
  private void arm() {
    try {
      if (!armed) {
        Libc.load(run).writeAtExit(trace, "ended by itself\n");
        armed = true;
      }
    } catch (LinkageError e) {
      LOG.warn(
          "C library cannot be called, a halt of the host counts as a kill reason={}",
          e.toString());
    }
  }

  private synchronized void settle(int round, Map<String, String> digests) {
    if (round == settling) {
      try {
        state.settled(digests);
        save(false);
      } catch (IOException e) {
        LOG.error("good start could not be noted reason={}", e.toString());
      }
    }
  }

  /**
   * Records that the host ends in order: on request, or for a reason that has nothing to do with a
   * jar.
   */
  synchronized void ends() throws IOException {
    settling++;
    if (state.ends()) {
      save(false);
    }
    Files.deleteIfExists(run.resolve("starting"));
  }

  /** Sets a jar aside that ended the process. The next start is not counted against it. */
  synchronized void setAside(String name, String why) throws IOException {
    jars.setAside(name, why);
    state.forget(name);
    ends();
  }

  /** Records that an unknown bundle ended the process. */
  synchronized void died() throws IOException {
    settling++;
    state.dies();
    save(false);
  }

  private void save(boolean empty) throws IOException {
    Path file = run.resolve("starts");
    if (empty && state.isEmpty()) {
      Files.deleteIfExists(file);
      return;
    }
    state.write(file);
  }
}
