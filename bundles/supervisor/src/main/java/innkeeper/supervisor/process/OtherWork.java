package innkeeper.supervisor.process;

/** Whether this process has something else to do than the thread that asks. Of one thread. */
public final class OtherWork {

  /** Clock ticks are ten milliseconds: in so much time they tell a third of a core. */
  private static final long LOOK_MILLIS = 200;

  /** Of all ticks that went by, one in so many. */
  private static final int PART = 3;

  private long askedMillis = Proc.uptimeMillis();
  private long ticks = others();
  private boolean busy;

  /** Whether other threads took more than a third of a core of late. */
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
