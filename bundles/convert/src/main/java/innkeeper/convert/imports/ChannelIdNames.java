package innkeeper.convert.imports;

/** Converts foreign names to valid channelIds. */
final class ChannelIdNames {

  private static final int LONGEST = 60;

  private ChannelIdNames() {}

  static String fit(String name) {
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < name.length() && id.length() < LONGEST; i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      boolean mark = c == '_' || c == '-' || c == '.' && id.length() > 0;
      id.append(letter || mark ? c : '-');
    }
    String fitted = id.length() == 0 ? "project" : id.toString();
    return fitted.equals("main") ? "main-project" : fitted;
  }
}
