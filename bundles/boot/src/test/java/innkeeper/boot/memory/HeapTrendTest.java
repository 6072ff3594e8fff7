package innkeeper.boot.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.boot.memory.HeapTrend.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapTrendTest {

  private static final long MOST = 1000;

  private final HeapTrend judge = new HeapTrend();
  private long seconds;
  private long collected;

  /** A second later, of which so many milliseconds went into collections. */
  private Verdict look(long collecting, long used) {
    seconds++;
    collected += collecting;
    return judge.look(TimeUnit.SECONDS.toNanos(seconds), collected, used, MOST);
  }

  private Verdict after(int looks, long collecting, long used) {
    Verdict last = look(collecting, used);
    for (int i = 1; i < looks; i++) {
      last = look(collecting, used);
    }
    return last;
  }

  @Test
  void aHeapWithFreeSpaceIsWellHoweverMuchIsCollected() {
    assertEquals(Verdict.WELL, after(60, 900, 500));
  }

  @Test
  void aHeapThatIsNearlyFullAndStillWorksIsTight() {
    assertEquals(Verdict.TIGHT, after(60, 100, 950));
    assertEquals(Verdict.WELL, look(100, 500), "and well again");
  }

  @Test
  void aFullHeapThatOnlyCollectsGarbageIsOutOfMemory() {
    assertEquals(Verdict.WELL, after(5, 0, 100));
    assertEquals(Verdict.TIGHT, after(5, 900, 950), "not before it has lasted");
    assertEquals(Verdict.OUT, after(15, 900, 950));
  }

  @Test
  void aShortBurstOfAllocationDoesNotEndTheHost() {
    look(0, 100);
    assertEquals(Verdict.WELL, judge.missed());
    assertEquals(Verdict.WELL, judge.missed());
    assertEquals(Verdict.WELL, look(0, 100));
    assertEquals(Verdict.WELL, judge.missed());
  }

  @Test
  void threeFailedAllocationsInARowEndTheHost() {
    look(0, 100);
    judge.missed();
    judge.missed();
    assertEquals(Verdict.OUT, judge.missed());
  }
}
