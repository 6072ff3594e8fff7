package innkeeper.boot.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import innkeeper.common.time.ZonedText;
import java.time.Instant;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * The format of a console line: time, level, message, fields. It goes to the process's original
 * stdout, because Gogo rebinds System.out by thread.
 */
public final class ConsoleLines extends LogLines {

  private final Console console;
  private final boolean colour;
  private final UnaryOperator<String> clean;

  public ConsoleLines(Console console, boolean colour, UnaryOperator<String> clean) {
    this.console = console;
    this.colour = colour;
    this.clean = clean;
  }

  @Override
  void write(ILoggingEvent event) {
    StringBuilder text = new StringBuilder(event.getFormattedMessage());
    EventFields.of(event).forEach((k, v) -> text.append(' ').append(k).append('=').append(v));
    if (event.getThrowableProxy() != null) {
      text.append('\n').append(EventFields.error(event.getThrowableProxy()));
    }
    String time = ZonedText.of(Instant.ofEpochMilli(event.getTimeStamp()));
    String level =
        String.format(Locale.ROOT, "%-5s", event.getLevel().toString().toLowerCase(Locale.ROOT));
    String clean = visible(this.clean.apply(text.toString()));
    console.line(time + " " + paint(event.getLevel(), level) + " " + clean);
  }

  /**
   * Returns the text with control characters in the form of bot.log, {@code \\u001b}. So a bundle
   * can neither move the cursor nor rename the window. Characters that change the reading direction
   * are escaped as well.
   */
  public static String visible(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean turns = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
      if (c != '\n' && c != '\t' && Character.isISOControl(c) || turns) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
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
