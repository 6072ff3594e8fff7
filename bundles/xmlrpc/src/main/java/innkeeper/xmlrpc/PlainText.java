package innkeeper.xmlrpc;

import java.util.regex.Pattern;

/**
 * Removes escape sequences from a log's text, so that a terminal can display it. The API does the
 * same.
 */
final class PlainText {

  private static final Pattern ESCAPES =
      Pattern.compile(
          "\u001b(?:\\[[0-?]*+[ -/]*+[@-~]|\\][^\u0007\u001b\n]*+(?:\u0007|\u001b\\\\)?|[ -/]*+[0-~])");
  private static final Pattern CONTROLS =
      Pattern.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]");

  private PlainText() {}

  static String of(String text) {
    String seen = text.indexOf('\u001b') < 0 ? text : ESCAPES.matcher(text).replaceAll("");
    return CONTROLS.matcher(seen).replaceAll("\uFFFD");
  }
}
