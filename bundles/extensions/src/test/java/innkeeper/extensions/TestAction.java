package innkeeper.extensions;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ProjectAction;
import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** An action that does what a test says. */
record TestAction(
    String name,
    boolean dangerous,
    List<String> projects,
    Duration limit,
    Callable<ActionOutcome> doing)
    implements ProjectAction {

  static TestAction doing(Callable<ActionOutcome> doing) {
    return new TestAction("clear-cache", false, List.of(), Duration.ofMinutes(1), doing);
  }

  TestAction limit(Duration other) {
    return new TestAction(name, dangerous, projects, other, doing);
  }

  @Override
  public String title() {
    return "Clear the cache";
  }

  @Override
  public ActionOutcome run(ProjectStatus project, Actor actor) throws Exception {
    return doing.call();
  }
}
