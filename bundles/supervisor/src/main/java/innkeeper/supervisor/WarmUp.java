package innkeeper.supervisor;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.supervisor.lifecycle.IdleWrappers;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.lifecycle.WarmUpRounds;
import innkeeper.supervisor.process.OtherWork;
import java.util.Collection;
import java.util.function.BooleanSupplier;

/**
 * Makes the first start as fast as the hundredth. Blocks; runs on a thread of its own.
 *
 * <p>It runs shortly after the page answers, and again ten seconds later while the host uses less
 * than a third of a core. It is skipped if a hundred servers were started already.
 */
final class WarmUp {

  private static final int STARTED_BY = 100;
  private static final int FIRST_ROUNDS = 5;
  private static final int ROUNDS = 210;

  private final SupervisorContext context;
  private final Collection<Project> projects;
  private final BooleanSupplier busy;
  private final BooleanSupplier over;

  /**
   * @param projects other threads may change it
   * @param busy whether there is real work; the warm-up then waits
   * @param over whether to stop the warm-up
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
   * Loads the code that the first start and the first end need. Also makes idle wrappers for a few
   * stopped projects. Takes a moment.
   */
  void first() throws InterruptedException {
    rehearse(FIRST_ROUNDS, busy);
    projects.stream()
        .filter(project -> project.status().state() == ProjectState.STOPPED)
        .limit(IdleWrappers.MOST)
        .forEach(project -> project.queue().later(project.actor().startSequence()::ahead));
  }

  /**
   * Runs the remaining rounds, unless many servers were started already. Takes some seconds and
   * pauses while the host has other work, for example a server that prints a lot.
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
