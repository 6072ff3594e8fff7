package innkeeper.api.incident;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: tells of trouble that the host cannot see by itself, such as a queue that
 * grows or a licence that ends. Each trouble becomes an incident, with all that incidents have:
 * page, commands, acknowledging, alarms.
 *
 * <p>The history bundle asks each source each five seconds, on a thread that this source has alone.
 * A trouble that is no longer told is over. One that is told again within 15 minutes after its end
 * makes the same incident last again. What a source throws is logged, and changes nothing. If a
 * source is away, or does not answer, for a minute, its incidents end.
 */
@ConsumerType
public interface IncidentSource {

  /** How many troubles of one source are kept at most. */
  int MOST = 100;

  /**
   * What incidents call this source. Read once, when the service appears.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code queue-watch}; never null
   */
  String name();

  /**
   * What is wrong now.
   *
   * @return one entry each; empty if all is well; never null. Those beyond {@link #MOST} are left
   *     out
   */
  List<Trouble> troubles();

  /**
   * Something that is wrong now. Texts are redacted before they are kept.
   *
   * @param key tells it from the source's other troubles, now and after a restart of the host; 1 to
   *     100 characters, cut if longer
   * @param channelId of the project concerned; "" for none
   * @param cause one sentence for people; may change while it lasts; cut after 500 characters
   * @param from its first sign
   * @param kind of the incident: {@link IncidentKind#FAULT}, or {@link IncidentKind#MISSED_RUN}
   */
  record Trouble(String key, String channelId, String cause, Instant from, IncidentKind kind) {

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException for a kind that the history bundle sees by itself
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

    /** Trouble of the kind {@link IncidentKind#FAULT}. */
    public Trouble(String key, String channelId, String cause, Instant from) {
      this(key, channelId, cause, from, IncidentKind.FAULT);
    }
  }
}
