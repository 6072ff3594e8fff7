package innkeeper.boot.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Leaves out what Felix HTTP tells of its own TCP connector. The host's configuration keeps that
 * connector from starting, for the host brings its own; the check admin:bind tells whether the page
 * is served.
 */
final class UnusedConnector extends Filter<ILoggingEvent> {

  private static final String LOGGER = "org.apache.felix.http";

  /** The connector's address in innkeeper.host, which is none. */
  private static final String ADDRESS = "{[no TCP:";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return event.getLoggerName().equals(LOGGER) && event.getFormattedMessage().contains(ADDRESS)
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
