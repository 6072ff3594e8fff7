package innkeeper.boot.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/** An appender with a minimum level of its own. */
abstract class LogLines extends AppenderBase<ILoggingEvent> {

  private volatile Level least = Level.INFO;

  final void least(Level level) {
    least = level;
  }

  @Override
  protected final void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(least)) {
      write(event);
    }
  }

  abstract void write(ILoggingEvent event);
}
