package innkeeper.boot.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.net.BindException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** The fields of an event besides its message. */
final class EventFields {

  private EventFields() {}

  static Map<String, String> of(ILoggingEvent event) {
    Map<String, String> fields = new LinkedHashMap<>(event.getMDCPropertyMap());
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        fields.put(pair.key, String.valueOf(pair.value));
      }
    }
    return fields;
  }

  /**
   * Returns the stack of an exception. If another process uses a port, which is not a fault of the
   * code, returns the message only.
   */
  static String error(IThrowableProxy thrown) {
    for (IThrowableProxy cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause.getClassName().equals(BindException.class.getName())) {
        return thrown.getMessage() + ": " + cause.getMessage();
      }
    }
    return ThrowableProxyUtil.asString(thrown).stripTrailing();
  }
}
