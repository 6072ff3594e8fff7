package @package@;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ProjectAction;
import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;

/** Run on a thread of its own, when somebody asks; what it throws is the outcome. */
final class @Name@ implements ProjectAction {

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public String title() {
    return "Say the state";
  }

  @Override
  public ActionOutcome run(ProjectStatus project, Actor actor) {
    return ActionOutcome.done(project.name() + " is " + project.state());
  }
}
