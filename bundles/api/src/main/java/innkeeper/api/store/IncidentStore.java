package innkeeper.api.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Incidents in bot.db. For the history bundle: others read them through {@link
 * innkeeper.api.incident.Incidents}. A write is on disk when the call returns. Provided by the
 * store bundle; the service is away while that bundle is replaced. Safe for many threads. No method
 * returns null. Each throws {@link StoreException} if bot.db cannot be read or written.
 */
@ProviderType
public interface IncidentStore {

  /**
   * Writes incidents, all or nothing.
   *
   * @param incidents each new if its id is 0, else in place of the one with its id
   * @return their ids, in the same order
   */
  List<Long> put(List<StoredIncident> incidents);

  /**
   * Incidents that match, newest first.
   *
   * @param channelIds of the projects; empty for all
   * @param from only what lasted at this time or later
   * @param to only what had begun by this time
   * @param open only what lasts, or only what has ended; empty for both
   * @param limit how many at most
   * @return empty if nothing matches
   */
  List<StoredIncident> find(
      Collection<String> channelIds, Instant from, Instant to, Optional<Boolean> open, int limit);

  /**
   * One incident.
   *
   * @return empty if there is none
   */
  Optional<StoredIncident> incident(long id);

  /**
   * Deletes ended incidents: those that ended before a time, then the oldest beyond a number or a
   * size.
   *
   * @param most how many to keep at most
   * @param mostBytes how many bytes their bodies may have together
   * @return how many were deleted
   */
  int prune(Instant before, int most, long mostBytes);

  /**
   * An incident as stored.
   *
   * @param id its number; 0 for a new one
   * @param channelId of the project; "" for the host's own
   * @param from its first sign
   * @param to its end; empty while it lasts
   * @param body all of it, in a form that the history bundle knows
   */
  record StoredIncident(
      long id, String channelId, Instant from, Optional<Instant> to, String body) {}
}
