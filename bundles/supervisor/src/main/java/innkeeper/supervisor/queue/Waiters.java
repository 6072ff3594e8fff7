package innkeeper.supervisor.queue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Holds the callers that wait for the result of their request. Used on the project's queue only.
 */
public final class Waiters {

  private record One(boolean run, CompletableFuture<ProjectStatus> settled) {}

  private final List<One> all = new ArrayList<>();

  public void add(boolean run, CompletableFuture<ProjectStatus> settled) {
    all.add(new One(run, settled));
  }

  /**
   * @param startFollows whether a start comes after the stop in progress
   */
  public void tell(ProjectStatus now, boolean startFollows) {
    boolean stopping = now.state() == ProjectState.STOPPING;
    boolean starting = now.state() == ProjectState.STARTING;
    List<One> done =
        all.stream()
            .filter(
                one ->
                    one.run()
                        ? !starting && !(stopping && startFollows)
                        : !stopping || startFollows)
            .toList();
    all.removeAll(done);
    done.forEach(one -> one.settled().complete(now));
  }
}
