package innkeeper.supervisor.lifecycle;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which projects keep a wrapper that waits for the next start: the few that used one last, for each
 * costs memory while it waits. Safe for many threads.
 */
public final class IdleWrappers {

  /** Each some 150 KiB. */
  public static final int MOST = 8;

  private final Set<StartSequence> kept = new LinkedHashSet<>();

  /** That project's wrapper waits now; the one that has waited longest is let go for it. */
  void add(StartSequence birth) {
    StartSequence eldest = null;
    synchronized (kept) {
      kept.remove(birth);
      kept.add(birth);
      if (kept.size() > MOST) {
        Iterator<StartSequence> all = kept.iterator();
        eldest = all.next();
        all.remove();
      }
    }
    if (eldest != null) {
      eldest.tooMany();
    }
  }

  void remove(StartSequence birth) {
    synchronized (kept) {
      kept.remove(birth);
    }
  }
}
