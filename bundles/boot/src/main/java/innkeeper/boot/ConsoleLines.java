package innkeeper.boot;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * The console's line: time, level, message, fields. Goes to the process's original stdout, because
 * Gogo rebinds System.out by thread.
 */
final class ConsoleLines extends LogLines {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  private final Console console;
  private final boolean colour;
  private final UnaryOperator<String> clean;

  ConsoleLines(Console console, boolean colour, UnaryOperator<String> clean) {
    this.console = console;
    this.colour = colour;
    this.clean = clean;
  }

  @Override
  void write(ILoggingEvent event) {
    StringBuilder text = new StringBuilder(event.getFormattedMessage());
    EventFields.of(event).forEach((k, v) -> text.append(' ').append(k).append('=').append(v));
    if (event.getThrowableProxy() != null) {
      text.append('\n')
          .append(ThrowableProxyUtil.asString(event.getThrowableProxy()).stripTrailing());
    }
    String time = TIME.format(Instant.ofEpochMilli(event.getTimeStamp()));
    String level =
        String.format(Locale.ROOT, "%-5s", event.getLevel().toString().toLowerCase(Locale.ROOT));
    console.line(time + " " + paint(event.getLevel(), level) + " " + clean.apply(text.toString()));
  }

  private String paint(Level level, String word) {
    if (!colour) {
      return word;
    }
    return switch (level.toInt()) {
      case Level.ERROR_INT -> "\u001b[31m" + word + "\u001b[0m";
      case Level.WARN_INT -> "\u001b[33m" + word + "\u001b[0m";
      case Level.INFO_INT -> "\u001b[32m" + word + "\u001b[0m";
      default -> "\u001b[2m" + word + "\u001b[0m";
    };
  }
}
