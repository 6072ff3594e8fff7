package innkeeper.supervisor.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists all processes by session, and by the mark in their environment. Processes that made a
 * session of their own keep the mark. One pass serves all callers that asked before it began. It
 * reads only processes that are new since the last pass, because a process never changes into an
 * existing session. While fewer processes were forked than there are pids, no pid was given out
 * again. After too many forks, all processes are read again.
 */
public final class ProcTable {

  /**
   * The result of one pass. It holds the data of each process from when it was first seen; read
   * again before acting.
   *
   * @param unread processes whose mark could not be read at that moment
   */
  public record Snapshot(
      long beganNanos,
      Map<Long, List<Stat>> bySession,
      Map<String, List<Stat>> byMark,
      int unread) {

    /** Returns the processes that had that mark from their start, with their present data. */
    public List<Stat> marked(String mark) {
      List<Stat> now = new ArrayList<>();
      for (Stat was : byMark.getOrDefault(mark, List.of())) {
        Proc.stat(was.identity().pid())
            .filter(s -> s.identity().equals(was.identity()))
            .ifPresent(now::add);
      }
      return now;
    }

    /** Returns the processes of that session with their present data. */
    public List<Stat> session(long id) {
      List<Stat> now = new ArrayList<>();
      boolean leader = false;
      for (Stat was : bySession.getOrDefault(id, List.of())) {
        leader |= was.identity().pid() == id;
        reread(was.identity().pid(), id, now);
      }
      if (!leader) {
        // The process was seen before it made the session.
        reread(id, id, now);
      }
      return now;
    }

    private static void reread(long pid, long session, List<Stat> into) {
      Proc.stat(pid).filter(s -> s.session() == session).ifPresent(into::add);
    }
  }

  private static final String BIRTHS = "\nprocesses ";
  private static final long LOOK_MILLIS = 5;
  private static final int MOST_LOOKS = 100;
  private static final long FALLBACK_NUMBERS = 32_768;

  private final long renewAfterBirths = numbers() / 4;
  private final Marks marks = new Marks();
  private Map<String, Stat> known = new HashMap<>();
  private long knownAtBirths;
  private Snapshot last;

  /** Returns the result of a pass that began after this call. */
  public Snapshot now() {
    long asked = System.nanoTime();
    // The lock guards the known processes: callers that wait here during a pass share the next one.
    synchronized (this) {
      if (last == null || last.beganNanos() - asked < 0) {
        last = pass();
      }
      return last;
    }
  }

  /**
   * Returns a pass that could read all marks. A process that waits in the kernel is read again for
   * half a second. A shell waits so each time it starts a program; a process behind a dead disk
   * waits for ever.
   */
  public Snapshot settled() {
    Snapshot now = now();
    try {
      for (int tries = 0; now.unread() > 0 && tries < MOST_LOOKS; tries++) {
        Thread.sleep(LOOK_MILLIS);
        now = now();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return now;
  }

  /** Returns the present sessions with the marks of the last pass, which is faster. */
  public synchronized Snapshot sessions() {
    return list(System.nanoTime());
  }

  private Snapshot pass() {
    Snapshot listed = list(System.nanoTime());
    Map<String, List<Stat>> byMark = marks.of(known.values());
    return new Snapshot(listed.beganNanos(), listed.bySession(), byMark, marks.unread());
  }

  private Snapshot list(long began) {
    long births = births();
    if (births < 0 || births - knownAtBirths > renewAfterBirths) {
      known = new HashMap<>();
      knownAtBirths = births;
    }
    String[] names = new File("/proc").list();
    if (names == null && ReservedDescriptors.release()) {
      names = new File("/proc").list();
    }
    Map<String, Stat> now = new HashMap<>();
    Map<Long, List<Stat>> bySession = new HashMap<>();
    if (names == null) {
      throw new IllegalStateException(
          "/proc cannot be read; is a descriptor left for the host (ulimit -n)?");
    }
    for (String name : names) {
      char first = name.charAt(0);
      if (first < '1' || first > '9') {
        continue;
      }
      Stat stat = known.get(name);
      stat = stat != null ? stat : Proc.stat(name).orElse(null);
      if (stat != null) {
        now.put(name, stat);
        if (!stat.kernel()) {
          bySession.computeIfAbsent(stat.session(), id -> new ArrayList<>(2)).add(stat);
        }
      }
    }
    known = now;
    return new Snapshot(began, bySession, last == null ? Map.of() : last.byMark(), 0);
  }

  /** Returns the number of processes and threads since boot; -1 if it cannot be read. */
  private static long births() {
    try (FileInputStream in = new FileInputStream("/proc/stat")) {
      // The file is read as bytes, not lines: one line names all interrupts and is longer than the
      // rest.
      String all = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      int at = all.indexOf(BIRTHS);
      return at < 0
          ? -1
          : Long.parseLong(all.substring(at + BIRTHS.length(), all.indexOf('\n', at + 1)));
    } catch (IOException | NumberFormatException e) {
      // Without the number, each process is read again, which is slower but correct.
      return -1;
    }
  }

  private static long numbers() {
    try {
      return Long.parseLong(Proc.first(Path.of("/proc/sys/kernel/pid_max")).strip());
    } catch (IOException | NumberFormatException e) {
      return FALLBACK_NUMBERS;
    }
  }
}
