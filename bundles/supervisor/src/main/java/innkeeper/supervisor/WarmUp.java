package innkeeper.supervisor;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.supervisor.lifecycle.IdleWrappers;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.lifecycle.WarmUpRounds;
import innkeeper.supervisor.process.OtherWork;
import java.util.Collection;
import java.util.function.BooleanSupplier;

/** Makes the first start as quick as the hundredth. Blocks; on a thread of its own. */
final class WarmUp {

  private static final int STARTED_BY = 100;
  private static final int FIRST_ROUNDS = 5;
  private static final int ROUNDS = 210;

  private final SupervisorContext context;
  private final Collection<Project> projects;
  private final BooleanSupplier busy;
  private final BooleanSupplier over;

  /**
   * @param projects changes under us
   * @param busy whether there is real work, which is waited for
   * @param over whether to leave off
   */
  WarmUp(
      SupervisorContext context,
      Collection<Project> projects,
      BooleanSupplier busy,
      BooleanSupplier over) {
    this.context = context;
    this.projects = projects;
    this.busy = busy;
    this.over = over;
  }

  /**
   * Has in memory what the first start and the first end need, and for a few that are stopped the
   * wrapper that waits for its word. Takes a moment.
   */
  void first() throws InterruptedException {
    rehearse(FIRST_ROUNDS, busy);
    projects.stream()
        .filter(project -> project.status().state() == ProjectState.STOPPED)
        .limit(IdleWrappers.MOST)
        .forEach(project -> project.queue().later(project.actor().startSequence()::ahead));
  }

  /**
   * The rest, unless many servers were started already. Takes some seconds in which the host has
   * nothing else to do: a server that prints a lot comes first.
   */
  void rest() throws InterruptedException {
    OtherWork others = new OtherWork();
    rehearse(ROUNDS, () -> busy.getAsBoolean() || others.busy());
  }

  private void rehearse(int rounds, BooleanSupplier waiting) throws InterruptedException {
    if (projects.stream().filter(p -> p.status().incarnation() > 0).count() < STARTED_BY) {
      WarmUpRounds.run(context, rounds, waiting, over);
    }
  }
}
