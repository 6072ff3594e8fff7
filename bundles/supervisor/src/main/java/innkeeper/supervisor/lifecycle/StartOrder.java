package innkeeper.supervisor.lifecycle;

import innkeeper.api.project.ProjectDefinition;
import java.util.Optional;

/**
 * Decides which projects wait for others, by {@code after}. Returns at once; safe for many threads.
 *
 * <p>A start waits only for predecessors that are starting, up to 30 s, and does not start stopped
 * ones. A stop waits for those that start after it if they are being stopped too. It waits 250 ms
 * for further requests, because a caller that stops several projects sends one request after
 * another.
 */
public interface StartOrder {

  /**
   * Returns the channelId of a predecessor that is starting and not ready yet; empty without one.
   */
  Optional<String> toStart(ProjectDefinition definition);

  /**
   * Returns the channelId of a project that starts after this one and so has to end first; empty
   * without one.
   *
   * @param lately whether projects count that have no stop request yet: a caller that stops several
   *     at once may be about to send it
   */
  Optional<String> toStop(ProjectDefinition definition, boolean lately);
}
