package innkeeper.api.incident;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: tells of trouble that no state of a project shows, such as a run that did not
 * begin at its time. The history bundle asks each five seconds. What is told for the first time
 * begins an incident. What is told again goes on. What is told no more has ended.
 */
@ConsumerType
public interface IncidentSource {

  /**
   * The trouble that lasts now. Called on a thread that others need: return at once.
   *
   * @return at most one for each project and kind; empty if all is well; not null
   */
  List<Trouble> troubles();

  /**
   * One trouble that lasts.
   *
   * @param channelId of the project; "" for the host's own
   * @param kind {@link IncidentKind#MISSED_RUN} or {@link IncidentKind#REPORTED}: the others are
   *     what the history bundle sees by itself
   * @param since its first sign; another time than before is another incident
   * @param cause one sentence; it is redacted before it is stored
   */
  record Trouble(String channelId, IncidentKind kind, Instant since, String cause) {

    /**
     * Checks the components.
     *
     * @param channelId not null
     * @param kind one of the two
     * @param since not null
     * @param cause not null
     * @throws IllegalArgumentException for another kind
     * @throws NullPointerException if a component is null
     */
    public Trouble {
      Objects.requireNonNull(channelId);
      Objects.requireNonNull(since);
      Objects.requireNonNull(cause);
      if (kind != IncidentKind.MISSED_RUN && kind != IncidentKind.REPORTED) {
        throw new IllegalArgumentException("kind is " + kind + "; allowed: MISSED_RUN, REPORTED");
      }
    }
  }
}
