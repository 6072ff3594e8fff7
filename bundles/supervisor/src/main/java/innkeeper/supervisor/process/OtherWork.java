package innkeeper.supervisor.process;

/** Measures whether this process has other work than the calling thread. Used by one thread. */
public final class OtherWork {

  /**
   * The length of a measurement. Clock ticks are ten milliseconds, which is precise enough for a
   * third of a core.
   */
  private static final long LOOK_MILLIS = 200;

  /** The process is busy if it uses more than this part of a core: one third. */
  private static final int PART = 3;

  private long askedMillis = Proc.uptimeMillis();
  private long ticks = others();
  private boolean busy;

  /** Returns whether other threads recently used more than a third of a core. */
  public boolean busy() {
    long now = Proc.uptimeMillis();
    long millis = now - askedMillis;
    if (millis >= LOOK_MILLIS) {
      long others = others();
      busy = (others - ticks) * PART * 1000 > millis * Proc.TICKS_PER_SECOND;
      askedMillis = now;
      ticks = others;
    }
    return busy;
  }

  private static long others() {
    return cpuTicks("self") - cpuTicks("thread-self");
  }

  private static long cpuTicks(String whose) {
    return Proc.stat(whose).map(Stat::cpuTicks).orElse(0L);
  }
}
