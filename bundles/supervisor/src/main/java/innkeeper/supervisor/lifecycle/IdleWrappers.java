package innkeeper.supervisor.lifecycle;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Keeps the list of projects with an idle wrapper that waits for the next start. Only the projects
 * that used one last are kept, because each wrapper costs memory. Safe for many threads.
 */
public final class IdleWrappers {

  /** The most idle wrappers; each takes about 150 KiB. */
  public static final int MOST = 8;

  private final Set<StartSequence> kept = new LinkedHashSet<>();

  /**
   * Adds a project whose wrapper is idle now. If there are too many, the one that has waited
   * longest is released.
   */
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
