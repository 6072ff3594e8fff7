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
 * All processes by session, and by the mark in their environment, which those keep who made a
 * session of their own. One pass serves all who asked before it began, and reads only processes
 * that are new since the last: nobody can join a session but by being born into it or by making it.
 * A number cannot have been given out again while fewer processes were born than there are numbers;
 * when too many were, all are read anew.
 */
public final class ProcTable {

  /**
   * One pass. Of each process, what was true when it was first seen; ask again before acting.
   *
   * @param unread processes whose mark could not be read at that moment
   */
  public record Snapshot(
      long beganNanos,
      Map<Long, List<Stat>> bySession,
      Map<String, List<Stat>> byMark,
      int unread) {

    /** The processes that were born with that mark, as they are now. */
    public List<Stat> marked(String mark) {
      List<Stat> now = new ArrayList<>();
      for (Stat was : byMark.getOrDefault(mark, List.of())) {
        Proc.stat(was.identity().pid())
            .filter(s -> s.identity().equals(was.identity()))
            .ifPresent(now::add);
      }
      return now;
    }

    /** The processes of that session as they are now. */
    public List<Stat> session(long id) {
      List<Stat> now = new ArrayList<>();
      boolean leader = false;
      for (Stat was : bySession.getOrDefault(id, List.of())) {
        leader |= was.identity().pid() == id;
        reread(was.identity().pid(), id, now);
      }
      if (!leader) {
        // Seen before it made the session.
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

  /** A pass that began after this call. */
  public Snapshot now() {
    long asked = System.nanoTime();
    // Guards what is known: those who wait here while a pass runs share the next one.
    synchronized (this) {
      if (last == null || last.beganNanos() - asked < 0) {
        last = pass();
      }
      return last;
    }
  }

  /**
   * A pass that could read all marks. A process that waits in the kernel is asked again for half a
   * second: a shell does so each time it starts a program, a process behind a dead disk for ever.
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

  /** The same with the marks of the last pass, which is quicker: sessions are as they are now. */
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
    if (names == null && Descriptors.release()) {
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

  /** Processes and threads born since boot; -1 when it cannot be read. */
  private static long births() {
    try (FileInputStream in = new FileInputStream("/proc/stat")) {
      // Bytes, not lines: one of them names all interrupts and is longer than the rest together.
      String all = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      int at = all.indexOf(BIRTHS);
      return at < 0
          ? -1
          : Long.parseLong(all.substring(at + BIRTHS.length(), all.indexOf('\n', at + 1)));
    } catch (IOException | NumberFormatException e) {
      // Then nothing is taken as known, which is slower and right.
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
