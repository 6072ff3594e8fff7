package innkeeper.api.incident;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that reports trouble that the host cannot see by itself, such as a growing
 * queue or an expiring licence. Each trouble becomes an incident with the same features as any
 * other: page, commands, acknowledgement, alarms.
 *
 * <p>The history bundle asks each source every five seconds, on a thread of the source's own. A
 * trouble ends when the source stops reporting it. A trouble that is reported again within 15
 * minutes after its end reopens the same incident. An exception of a source is logged and changes
 * nothing. If a source is away, or does not answer, for a minute, its incidents end.
 */
@ConsumerType
public interface IncidentSource {

  /** The maximum number of troubles of one source. */
  int MOST = 100;

  /**
   * Returns the name of this source in incidents. The history bundle calls this once, when the
   * service appears.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code queue-watch}; never null
   */
  String name();

  /**
   * Returns the present troubles.
   *
   * @return one entry each; empty if all is well; never null. Entries beyond {@link #MOST} are
   *     ignored
   */
  List<Trouble> troubles();

  /**
   * A present trouble. The history bundle redacts its texts before it stores them.
   *
   * @param key identifies the trouble among those of the source, also after a restart of the host;
   *     1 to 100 characters, cut if longer
   * @param channelId the project concerned; "" if it concerns none
   * @param cause one sentence for people; may change while the trouble lasts; cut after 500
   *     characters
   * @param from the time of its first sign
   * @param kind the kind of the incident: {@link IncidentKind#FAULT}, or {@link
   *     IncidentKind#MISSED_RUN}
   */
  record Trouble(String key, String channelId, String cause, Instant from, IncidentKind kind) {

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if the history bundle detects that kind by itself
     * @throws NullPointerException if a component is null
     */
    public Trouble {
      Objects.requireNonNull(key);
      Objects.requireNonNull(channelId);
      Objects.requireNonNull(cause);
      Objects.requireNonNull(from);
      if (kind != IncidentKind.FAULT && kind != IncidentKind.MISSED_RUN) {
        throw new IllegalArgumentException("kind is " + kind + "; allowed: FAULT, MISSED_RUN");
      }
    }

    /** Creates a trouble of the kind {@link IncidentKind#FAULT}. */
    public Trouble(String key, String channelId, String cause, Instant from) {
      this(key, channelId, cause, from, IncidentKind.FAULT);
    }
  }
}
