package innkeeper.supervisor.probe;

import innkeeper.api.supervisor.ProbeResult;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Keeps the last answers to a project's probe, also over restarts of its server. Safe for many
 * threads.
 */
public final class RecentProbes {

  private static final int MOST = 20;

  private final Clock clock;
  private final Deque<ProbeResult> results = new ArrayDeque<>();

  public RecentProbes(Clock clock) {
    this.clock = clock;
  }

  synchronized void add(boolean passed, long millis, String output) {
    if (results.size() == MOST) {
      results.removeFirst();
    }
    results.addLast(new ProbeResult(clock.instant(), passed, millis, output));
  }

  /** Returns the answers, oldest first. */
  public synchronized List<ProbeResult> list() {
    return List.copyOf(results);
  }

  /** Forgets all answers, because the answers to another probe say nothing about this one. */
  public synchronized void clear() {
    results.clear();
  }
}
