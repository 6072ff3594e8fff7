package innkeeper.boot.memory;

import innkeeper.api.thread.WatchedThread;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the heap, and ends a host that has run out of memory, so that a new host can start. The
 * servers continue to run, as after a crash of the host. Allocations may fail in this state, so
 * this class creates its two threads, a reserve of memory and the last message beforehand.
 */
public final class HeapWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);
  private static final long BEGIN_MILLIS = 3_000;
  private static final long LOOK_MILLIS = 1_000;

  /**
   * The interval while memory is sufficient; a check allocates memory too, and so causes
   * collections.
   */
  private static final long REST_MILLIS = 3_000;

  private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(6);
  private static final int PROBE_BYTES = 256 << 10;
  private static final int RESERVE_BYTES = 1 << 20;
  private static final byte[] LAST_WORDS =
      ("innkeeper: the host has no memory left and ends; servers run on; start it again: innkeeper"
              + " run\n")
          .getBytes(StandardCharsets.UTF_8);

  private final HeapTrend judge = new HeapTrend();
  private final MemoryEnds ends;
  private final Callable<Runnable> prepare;
  private final int exitCode;
  private final Thread looker = new WatchedThread("memory", 256 << 10, this::look);
  private final Thread ender = new WatchedThread("memory-end", 128 << 10, this::end);
  private final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
  private volatile byte[] reserve = new byte[RESERVE_BYTES];
  private volatile byte[] probe;
  private volatile boolean out;
  private volatile boolean tight;
  private volatile long used;
  private MemoryPoolMXBean pool;
  private List<GarbageCollectorMXBean> collectors;

  /**
   * @param ends records that the host ended for lack of memory
   * @param prepare creates the step to the next host; the step may fail, hang or return
   * @param exitCode the exit code of this process when no memory is left
   */
  public HeapWatch(MemoryEnds ends, Callable<Runnable> prepare, int exitCode) {
    this.exitCode = exitCode;
    this.ends = ends;
    this.prepare = prepare;
  }

  public void start() {
    looker.setPriority(Thread.MAX_PRIORITY);
    looker.start();
    ender.start();
  }

  public boolean tight() {
    return tight;
  }

  /** Returns the bytes in use after the last full collection; 0 before the first one. */
  public long used() {
    return used;
  }

  private void look() {
    Runnable next = () -> {};
    try {
      // The start of the host needs the processor more than this check.
      Thread.sleep(BEGIN_MILLIS);
      next = prepared();
      collectors = ManagementFactory.getGarbageCollectorMXBeans();
      pool =
          ManagementFactory.getMemoryPoolMXBeans().stream()
              .filter(
                  p -> p.getType() == MemoryType.HEAP && p.isCollectionUsageThresholdSupported())
              .max(Comparator.comparing(p -> p.getUsage().getMax()))
              .orElse(null);
      while (verdict() != HeapTrend.Verdict.OUT) {
        Thread.sleep(tight ? LOOK_MILLIS : REST_MILLIS);
      }
    } catch (InterruptedException told) {
      Thread.currentThread().interrupt();
      return;
    }
    out = true;
    LockSupport.unpark(ender);
    reserve = null;
    ends.note();
    next.run();
  }

  private Runnable prepared() {
    try {
      return prepare.call();
    } catch (Exception e) {
      LOG.warn("without memory this host will end and not restart by itself why={}", e.toString());
      return () -> {};
    }
  }

  private HeapTrend.Verdict verdict() {
    try {
      probe = new byte[PROBE_BYTES];
      probe = null;
      if (pool == null) {
        return judge.look(System.nanoTime(), 0, 0, 1); // a collector without these figures
      }
      MemoryUsage usage = pool.getCollectionUsage();
      long collected = 0;
      for (int i = 0; i < collectors.size(); i++) {
        collected += collectors.get(i).getCollectionTime();
      }
      HeapTrend.Verdict now =
          judge.look(System.nanoTime(), collected, usage.getUsed(), usage.getMax());
      used = usage.getUsed();
      tight = now != HeapTrend.Verdict.WELL;
      return now;
    } catch (OutOfMemoryError missed) {
      tight = true;
      return judge.missed();
    }
  }

  /** Halts the process after a few seconds, even if the orderly way fails. */
  private void end() {
    while (!out) {
      LockSupport.park(this);
    }
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < LAST_WORDS_NANOS) {
      LockSupport.parkNanos(LAST_WORDS_NANOS);
    }
    try {
      err.write(LAST_WORDS);
    } catch (IOException e) {
      // The message cannot be written, but the process must end anyway.
      out = true;
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
