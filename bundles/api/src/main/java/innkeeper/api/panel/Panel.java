package innkeeper.api.panel;

import innkeeper.api.json.JsonWord;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service with data that the page draws and {@code innkeeper panel} prints: numbers,
 * tables and series over time. A panel is only data. Each of its texts is displayed as plain text;
 * markup, scripts and links have no effect.
 *
 * <p>The extensions bundle calls all methods except {@link #content} once, when the service
 * appears. It ignores a service whose name is invalid or already taken, and bot.log reports that.
 */
@ConsumerType
public interface Panel {

  /** The time limit of {@link #content}. */
  Duration LIMIT = Duration.ofSeconds(2);

  /** The subject of a panel. */
  enum Scope implements JsonWord {
    /** One panel for the host. */
    HOST,
    /** One panel for each project. */
    PROJECT;

    @Override
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns the name in commands and URLs.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code queue}; never null
   */
  String name();

  /**
   * Returns the heading.
   *
   * @return a few words, such as {@code Orders that wait}; cut after 60 characters; never null
   */
  String title();

  /** Returns the subject of the panel: a project by default, never null. */
  default Scope scope() {
    return Scope.PROJECT;
  }

  /**
   * Returns the projects that have the panel.
   *
   * @return their channelIds; empty for all projects; ignored for {@link Scope#HOST}; never null
   */
  default List<String> projects() {
    return List.of();
  }

  /**
   * Returns the present data. It is called only while a viewer is open: the page calls it every
   * five seconds. The call has a thread of its own; each project has one call at a time, and the
   * panel has two at most. After {@link #LIMIT} the thread is interrupted, and the panel displays
   * that it gave no answer. Another call for that project begins only after this one returns. So
   * collect slow data beforehand.
   *
   * @param channelId the project; "" for the host
   * @return the content; it is redacted, and cut to the bounds in {@link PanelContent}; never null
   * @throws Exception if the content is missing; its message is displayed, redacted
   */
  PanelContent content(String channelId) throws Exception;
}
