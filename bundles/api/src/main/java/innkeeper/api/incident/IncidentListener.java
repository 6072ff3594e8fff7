package innkeeper.api.incident;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: called with each incident that began, changed or ended, after it is in
 * bot.db. Calls come in order, on one thread that all listeners and the history bundle share, so
 * return at once. What a listener throws is logged; it stays registered. While the history bundle
 * is replaced nothing is told; {@link Incidents#find} has what was missed.
 */
@ConsumerType
public interface IncidentListener {

  /**
   * Called once for each stored change.
   *
   * @param incident as it was stored; never null
   */
  void changed(Incident incident);
}
