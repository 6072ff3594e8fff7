package innkeeper.supervisor.lifecycle;

import innkeeper.api.project.ProjectDefinition;
import java.util.Optional;

/** Who waits for whom, by {@code after}. Answers at once; safe for many threads. */
public interface StartOrder {

  /** The channelId of a predecessor that is on its way and not there yet; empty for none. */
  Optional<String> toStart(ProjectDefinition definition);

  /**
   * The channelId of a project that starts after this one, and so has to end before it; empty for
   * none.
   *
   * @param lately whether one counts that nobody has asked to stop yet: whoever stops several at
   *     once may just be about to
   */
  Optional<String> toStop(ProjectDefinition definition, boolean lately);
}
