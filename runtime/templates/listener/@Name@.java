package @package@;

import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.function.Consumer;

/** Called on a thread that all listeners share, so it returns at once. */
final class @Name@ implements ProjectListener {

  private final Consumer<String> out;

  @Name@(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void changed(ProjectStatus now) {
    if (now.state() == ProjectState.EXITED || now.state() == ProjectState.FATAL) {
      out.accept("@name@: " + now.name() + " " + now.state() + ": " + now.reason());
    }
  }
}
