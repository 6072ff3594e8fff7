package innkeeper.api.panel;

import innkeeper.api.json.JsonWord;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: data that the page draws, and that {@code innkeeper panel} prints: numbers,
 * tables and series over time. A panel is data alone. Each text of it is shown as text, whatever it
 * holds; there is no markup, script or link.
 *
 * <p>The extensions bundle reads all but {@link #content} once, when the service appears. A service
 * with a name that is not allowed or taken is left out, and bot.log says so.
 */
@ConsumerType
public interface Panel {

  /** How long {@link #content} may take. */
  Duration LIMIT = Duration.ofSeconds(2);

  /** What a panel is of. */
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
   * What command and URL call it.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code queue}; never null
   */
  String name();

  /**
   * Its heading.
   *
   * @return a few words, such as {@code Orders that wait}; cut after 60 characters; never null
   */
  String title();

  /**
   * What it is of.
   *
   * @return a project as a rule; never null
   */
  default Scope scope() {
    return Scope.PROJECT;
  }

  /**
   * Which projects have it.
   *
   * @return their channelIds; empty for all projects; of no meaning for {@link Scope#HOST}; never
   *     null
   */
  default List<String> projects() {
    return List.of();
  }

  /**
   * The data now. Asked only while somebody looks: each five seconds by the page. Called on a
   * thread of its own, by one thread for each project at a time and by two at most. After {@link
   * #LIMIT} the thread is interrupted, and the panel says that it gave no answer. Until the call
   * returns, there is no other for that project. So gather what takes longer beforehand.
   *
   * @param channelId of the project; "" for the host
   * @return what is shown; it is redacted, and cut to the bounds in {@link PanelContent}; never
   *     null
   * @throws Exception if there is nothing to show; its message is shown, redacted
   */
  PanelContent content(String channelId) throws Exception;
}
