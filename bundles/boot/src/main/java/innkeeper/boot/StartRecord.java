package innkeeper.boot;

import innkeeper.boot.libc.Libc;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which starts came to a good end, and with which of the user's jars. A start that dies counts
 * against what changed since the last good one, or against the one jar that was being started when
 * it died; after two such starts that jar is set aside, else no host would ever start again. A jar
 * that was part of a good start is never blamed: whoever kills a start from outside changes
 * nothing.
 *
 * <p>Three files in run/: {@code starts} (forced to disk), {@code starting} (the jar that is being
 * started now), {@code exit-trace}. Without a jar of the user's there is none of them.
 */
final class StartRecord {

  private static final Logger LOG = LoggerFactory.getLogger(StartRecord.class);
  private static final int MOST_DEATHS = 2;

  /** In which a host that ends by itself is blamed on what changed, though it was ready already. */
  private static final long SETTLE_MILLIS = 300_000;

  /** What a bundle's start sets off on another thread comes a moment later. */
  private static final long RECENT_NANOS = 2_000_000_000L;

  private final Path run;
  private final UserJars jars;
  private final ExitTrace trace;
  private final StartState state;
  private final List<String> told = new ArrayList<>();
  private String marked = "";
  private long markedUntil = Long.MAX_VALUE;
  private int settling;
  private boolean armed;

  private StartRecord(Path data) throws IOException {
    this.run = data.resolve("run");
    this.jars = new UserJars(data);
    this.trace = new ExitTrace(run);
    this.state = StartState.read(run.resolve("starts"));
  }

  /**
   * Counts how the start before ended, sets aside what is to blame, and notes that a start begins.
   * To be called with the lock held.
   *
   * @param safe whether none of the user's jars is loaded: then the blame is noted only
   * @param memoryEnd whether the host before ended for want of memory
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
    if (record.state.atStake()) {
      record.arm();
    }
    record.save(now.isEmpty());
    return record;
  }

  /** What the console and bot.log shall say of the starts before, one line each. */
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
          "the host before ended while "
              + words.get(0)
              + " was being started"
              + (blamed ? "" : ", which has started well before")
              + "; should no host come up with it: "
              + ShellQuoting.of(run.getParent(), "uninstall", words.get(0), "--offline"));
    } else if (state.died(memoryEnd || trace.endedByItself())) {
      state.blame(state.changed());
      told.add(
          "the host before "
              + (memoryEnd ? "ran out of memory" : "ended by itself")
              + ", soon after these came: "
              + String.join(", ", state.changed().keySet()));
    }
    Files.deleteIfExists(mark);
    trace.remove();
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
   * A jar is about to be started.
   *
   * @param name relative to DATA_DIR; "" when the start of the one before has returned
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
      force(mark);
      force(run);
    }
  }

  /** The jar whose start has not returned, or has just now; "" for none. */
  synchronized String recent() {
    boolean over = markedUntil != Long.MAX_VALUE && System.nanoTime() - markedUntil > 0;
    return over ? "" : marked;
  }

  /**
   * The host is ready, and these serve. They have proved themselves once the host has run on for a
   * while.
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
      if (!state.ready(digests)) {
        arm();
        settleLater(settling, digests);
      }
      save(digests.isEmpty());
    }
  }

  private void arm() {
    try {
      if (!armed) {
        trace.arm(Libc.load(run));
        armed = true;
      }
    } catch (LinkageError e) {
      LOG.warn(
          "C library cannot be called, a halt of the host counts as a kill reason={}",
          e.toString());
    }
  }

  private void settleLater(int round, Map<String, String> digests) {
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                Thread.sleep(SETTLE_MILLIS);
                settle(round, digests);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (IOException e) {
                LOG.error("good start could not be noted reason={}", e.toString());
              }
            },
            "settle",
            256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void settle(int round, Map<String, String> digests) throws IOException {
    if (round == settling) {
      state.settled(digests);
      save(false);
    }
  }

  /** The host ends in order: told to, or for a reason that is none of a jar's. */
  synchronized void ends() throws IOException {
    settling++;
    if (state.ends()) {
      save(false);
    }
    Files.deleteIfExists(run.resolve("starting"));
  }

  /** The jar gave itself away: it is set aside now, and the next start is not held against it. */
  synchronized void setAside(String name, String why) throws IOException {
    jars.setAside(name, why);
    state.forget(name);
    ends();
  }

  /** A bundle ended the process, and nobody knows which. */
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
    Path half = run.resolve(".starts");
    state.write(half);
    force(half);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    force(run);
  }

  private static void force(Path path) throws IOException {
    StandardOpenOption how =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
