package innkeeper.api.store;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Incidents in bot.db. Only the history bundle uses it; other bundles read incidents through {@link
 * innkeeper.api.incident.Incidents}. A write is on disk when the call returns. The store bundle
 * provides it; the service is away while that bundle is replaced. Safe for many threads. No method
 * returns null. Each method throws {@link StoreException} if bot.db cannot be read or written.
 */
@ProviderType
public interface IncidentStore {

  /**
   * Writes incidents, all or nothing.
   *
   * @param incidents an incident with id 0 is new; any other replaces the one with its id
   * @return their ids, in the same order
   */
  List<Long> put(List<StoredIncident> incidents);

  /**
   * Returns the incidents that match, newest first.
   *
   * @param channelIds the projects; empty for all
   * @param from only incidents that lasted at this time or later
   * @param to only incidents that had begun by this time
   * @param open true for incidents that last, false for ended ones; empty for both
   * @param limit the maximum number of incidents
   * @return empty if nothing matches
   */
  List<StoredIncident> find(
      Collection<String> channelIds, Instant from, Instant to, Optional<Boolean> open, int limit);

  /** Returns one incident, or empty if no incident has that number. */
  Optional<StoredIncident> incident(long id);

  /**
   * Deletes ended incidents: those that ended before a time, then the oldest beyond a number or a
   * size.
   *
   * @param most the maximum number of incidents that are kept
   * @param mostBytes the maximum total size of their bodies in bytes
   * @return the number of deleted incidents
   */
  int prune(Instant before, int most, long mostBytes);

  /**
   * An incident as stored.
   *
   * @param id the incident's number; 0 for a new one
   * @param channelId the project; "" for an incident of the host
   * @param from the time of its first sign
   * @param to the time of its end; empty while it lasts
   * @param body the complete incident, in a form that the history bundle parses
   */
  record StoredIncident(
      long id, String channelId, Instant from, Optional<Instant> to, String body) {}
}
