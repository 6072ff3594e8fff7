package innkeeper.extensions;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.log.CleanText;
import java.util.regex.Pattern;

/**
 * Texts of third parties in a form that can be displayed: one line, redacted, limited in length.
 */
final class ForeignText {

  /**
   * The longest text that is shown. A longer text is left out completely: a cut before the
   * redaction could leave half a secret.
   */
  static final int MOST_READ = 20_000;

  private static final String LEFT_OUT = "…";
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+");

  private ForeignText() {}

  /**
   * @param text the text; null counts as ""
   * @param longest in UTF-16 units, at least 2
   */
  static String of(String text, int longest) {
    return Alarm.cut(whole(text), longest);
  }

  /**
   * Returns the text redacted and on one line. It is not cut, but left out if it is longer than
   * {@link #MOST_READ}.
   */
  static String whole(String text) {
    if (text == null) {
      return "";
    }
    return text.length() > MOST_READ
        ? LEFT_OUT
        : CONTROLS.matcher(CleanText.of(text)).replaceAll(" ").strip();
  }

  static String of(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null || message.isBlank()
        ? thrown.getClass().getSimpleName()
        : thrown.getClass().getSimpleName() + ": " + message;
  }
}
