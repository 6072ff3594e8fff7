package @package@;

import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.util.function.Consumer;

/** Called on a thread that all listeners share, so it returns at once. */
final class @Name@ implements ProjectListener {

  private final Consumer<String> out;

  @Name@(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void changed(ProjectStatus now) {
    boolean failed =
        now.state() == ProjectState.EXITED && now.lastExit().filter(Exit::expected).isEmpty();
    if (failed || now.state() == ProjectState.FATAL) {
      out.accept("@name@: " + now.name() + " " + now.state() + ": " + now.reason());
    }
  }
}
