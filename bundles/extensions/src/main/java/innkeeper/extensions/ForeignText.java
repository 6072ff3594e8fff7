package innkeeper.extensions;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.log.CleanText;
import java.util.regex.Pattern;

/** Texts of third parties, as they may be shown: one line, redacted, bounded. */
final class ForeignText {

  /** What is longer is left out: cut before it is redacted, half a secret could stay. */
  static final int MOST_READ = 20_000;

  private static final String LEFT_OUT = "…";
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+");

  private ForeignText() {}

  /**
   * @param text null is ""
   * @param longest in UTF-16 units, at least 2
   */
  static String of(String text, int longest) {
    return Alarm.cut(whole(text), longest);
  }

  /** Redacted and on one line, not cut unless it is too long to be read. */
  static String whole(String text) {
    if (text == null) {
      return "";
    }
    return text.length() > MOST_READ
        ? LEFT_OUT
        : CONTROLS.matcher(CleanText.of(text)).replaceAll(" ").strip();
  }

  /** What an exception says. */
  static String of(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null || message.isBlank()
        ? thrown.getClass().getSimpleName()
        : thrown.getClass().getSimpleName() + ": " + message;
  }
}
