package innkeeper.api.action;

import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: something that can be done to a project, such as emptying its cache. It
 * becomes a button on the project's page, a call of the HTTP API and a word of {@code innkeeper
 * action}. It takes no arguments, so nothing that comes over HTTP defines what it does.
 *
 * <p>The extensions bundle reads all but {@link #run} once, when the service appears. A service
 * with a name that is not allowed or taken is left out, and bot.log says so. Who asked, and what
 * came of it, is in the audit record.
 */
@ConsumerType
public interface ProjectAction {

  /** The longest that {@link #limit} may be. */
  Duration LONGEST = Duration.ofMinutes(10);

  /** How many runs of one action there may be at once, each of another project. */
  int MOST_AT_ONCE = 4;

  /**
   * What command, URL and audit record call it.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code clear-cache}; never null
   */
  String name();

  /**
   * What the button says.
   *
   * @return a few words, such as {@code Clear the cache}; cut after 60 characters; never null
   */
  String title();

  /**
   * What it does.
   *
   * @return one sentence for people; cut after 300 characters; "" for none; never null
   */
  default String about() {
    return "";
  }

  /**
   * Whether it can do harm. Then a person has to confirm it: by a second press on the page, by
   * {@code --yes} on the command line, by {@code confirm=true} over HTTP.
   *
   * @return false as a rule
   */
  default boolean dangerous() {
    return false;
  }

  /**
   * For which projects it is offered.
   *
   * @return their channelIds; empty for all projects; never null
   */
  default List<String> projects() {
    return List.of();
  }

  /**
   * How long a run may take. Then its thread is interrupted, and the run counts as failed, whether
   * it ends or not. Until it has ended, it is not begun again for that project.
   *
   * @return a second to {@link #LONGEST}; what is outside is set to the nearer end; never null
   */
  default Duration limit() {
    return Duration.ofSeconds(30);
  }

  /**
   * Does it. Called on a thread that is used for nothing else meanwhile, so it may block. There is
   * one run for each project at a time, and {@link #MOST_AT_ONCE} at most. The thread is
   * interrupted when the time is up, or when this service or the extensions bundle goes.
   *
   * @param project as it was when it was asked for; never null
   * @param actor who asked; never null
   * @return what came of it; never null
   * @throws Exception if it could not be done; its message is shown, redacted
   */
  ActionOutcome run(ProjectStatus project, Actor actor) throws Exception;
}
