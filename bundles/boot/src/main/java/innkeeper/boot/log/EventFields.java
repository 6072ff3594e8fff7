package innkeeper.boot.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** The fields an event was given apart from its message. */
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
}
