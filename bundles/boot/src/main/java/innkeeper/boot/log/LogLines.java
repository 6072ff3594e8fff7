package innkeeper.boot.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/** An appender with a minimum level of its own. */
abstract class LogLines extends AppenderBase<ILoggingEvent> {

  /** The invalid address of Felix's connector, which innkeeper.host configures. */
  private static final String UNUSED_ADDRESS = "{[no TCP:";

  private volatile Level least = Level.INFO;

  final void least(Level level) {
    least = level;
  }

  @Override
  protected final void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(least) && !isOfUnusedConnector(event)) {
      write(event);
    }
  }

  /**
   * Returns whether Felix HTTP reports that its own TCP connector does not start. The host's
   * configuration keeps it from starting, because the host has its own. The check admin:bind
   * reports whether the page is served.
   */
  private static boolean isOfUnusedConnector(ILoggingEvent event) {
    return event.getLoggerName().equals("org.apache.felix.http")
        && event.getFormattedMessage().contains(UNUSED_ADDRESS);
  }

  abstract void write(ILoggingEvent event);
}
