package innkeeper.api.action;

import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service for an action on a project, such as emptying its cache. The action becomes a
 * button on the project's page, a call of the HTTP API and an argument of {@code innkeeper action}.
 * It takes no arguments, so no data from HTTP defines what it does.
 *
 * <p>The extensions bundle calls all methods except {@link #run} once, when the service appears. It
 * ignores a service whose name is invalid or already taken, and bot.log reports that. The audit
 * record contains the actor and the outcome of each run.
 */
@ConsumerType
public interface ProjectAction {

  /** The upper bound of {@link #limit}. */
  Duration LONGEST = Duration.ofMinutes(10);

  /** The maximum number of simultaneous runs of one action, each of another project. */
  int MOST_AT_ONCE = 4;

  /**
   * Returns the name in commands, URLs and the audit record.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code clear-cache}; never null
   */
  String name();

  /**
   * Returns the label of the button.
   *
   * @return a few words, such as {@code Clear the cache}; cut after 60 characters; never null
   */
  String title();

  /**
   * Returns a description of the action.
   *
   * @return one sentence for people; cut after 300 characters; "" for none; never null
   */
  default String about() {
    return "";
  }

  /**
   * Returns whether the action can do harm. A person then has to confirm it: by a second press on
   * the page, by {@code --yes} on the command line, by {@code confirm=true} over HTTP.
   *
   * @return false by default
   */
  default boolean dangerous() {
    return false;
  }

  /**
   * Returns the projects that offer the action.
   *
   * @return their channelIds; empty for all projects; never null
   */
  default List<String> projects() {
    return List.of();
  }

  /**
   * Returns the time limit of a run. After the limit the run counts as failed and its thread is
   * interrupted. Another run for the same project begins only after the thread has ended.
   *
   * @return one second to {@link #LONGEST}; a value outside is replaced by the nearer bound; never
   *     null
   */
  default Duration limit() {
    return Duration.ofSeconds(30);
  }

  /**
   * Runs the action. The call has a thread of its own, so it may block. Each project has one run at
   * a time, and the action has {@link #MOST_AT_ONCE} at most. The thread is interrupted after the
   * limit, and when this service or the extensions bundle is stopped.
   *
   * @param project the status of the project at the time of the request; never null
   * @param actor the actor of the request; never null
   * @return the outcome; never null
   * @throws Exception if the action failed; its message is displayed, redacted
   */
  ActionOutcome run(ProjectStatus project, Actor actor) throws Exception;
}
