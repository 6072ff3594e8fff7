package innkeeper.boot.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * A filter that drops the messages of Felix HTTP about its own TCP connector. The host's
 * configuration keeps that connector from starting, because the host has its own. The check
 * admin:bind reports whether the page is served.
 */
final class UnusedConnector extends Filter<ILoggingEvent> {

  private static final String LOGGER = "org.apache.felix.http";

  /** The invalid address of that connector, which innkeeper.host configures. */
  private static final String ADDRESS = "{[no TCP:";

  @Override
  public FilterReply decide(ILoggingEvent event) {
    return event.getLoggerName().equals(LOGGER) && event.getFormattedMessage().contains(ADDRESS)
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }
}
