package innkeeper.api.incident;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that receives each incident that began, changed or ended, after it is in
 * bot.db. Calls come in order. All listeners and the history bundle share one thread, so a call
 * must return at once. An exception of a listener is logged; the listener stays registered. No call
 * comes while the history bundle is replaced; {@link Incidents#find} returns the missed incidents.
 */
@ConsumerType
public interface IncidentListener {

  /**
   * Receives one stored change.
   *
   * @param incident the stored incident; never null
   */
  void changed(Incident incident);
}
