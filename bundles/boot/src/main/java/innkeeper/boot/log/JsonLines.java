package innkeeper.boot.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The format of a line in bot.log: {@code
 * {"ts","level","msg","logger","channelId","bundle",…,"error"}}, each value redacted.
 */
final class JsonLines extends LogLines {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final BotLog file;
  private final UnaryOperator<String> clean;

  JsonLines(BotLog file, UnaryOperator<String> clean) {
    this.file = file;
    this.clean = clean;
  }

  @Override
  void write(ILoggingEvent event) {
    Map<String, String> fields = new LinkedHashMap<>();
    String message = event.getFormattedMessage();
    fields.put("ts", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    fields.put("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    fields.put("msg", message);
    fields.put("logger", event.getLoggerName());
    String channel = channelIn(message);
    if (!channel.isEmpty()) {
      fields.put("channelId", channel);
    }
    String bundle = CallingBundle.name();
    if (!bundle.isEmpty()) {
      fields.put("bundle", bundle);
    }
    EventFields.of(event).forEach(fields::putIfAbsent);
    if (event.getThrowableProxy() != null) {
      fields.put("error", EventFields.error(event.getThrowableProxy()));
    }
    StringBuilder line = new StringBuilder(256).append('{');
    long redacted = 0;
    for (Map.Entry<String, String> field : fields.entrySet()) {
      String value = field.getKey().equals("ts") ? field.getValue() : clean.apply(field.getValue());
      redacted += value.equals(field.getValue()) ? 0 : 1;
      line.append(line.length() > 1 ? "," : "");
      Json.quote(line, field.getKey()).append(':');
      Json.quote(line, value);
    }
    file.append(line.append("}\n").toString(), redacted);
  }

  /**
   * Returns the channel id in a message; "" if it has none. Messages contain their fields as {@code
   * key=value}, and this field becomes a JSON member of its own.
   */
  private static String channelIn(String message) {
    int at = message.indexOf("channelId=");
    if (at < 0) {
      return "";
    }
    int end = message.indexOf(' ', at);
    return message.substring(at + "channelId=".length(), end < 0 ? message.length() : end);
  }
}
