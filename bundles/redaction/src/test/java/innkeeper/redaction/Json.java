package innkeeper.redaction;

/** Says whether a text is one JSON value (RFC 8259); the module has no JSON library to ask. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static boolean valid(String text) {
    Json json = new Json(text);
    return json.value() && json.at(json.blank()) && json.at == text.length();
  }

  private boolean at(int position) {
    at = position;
    return true;
  }

  private int blank() {
    int i = at;
    while (i < text.length() && " \t\r\n".indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  private boolean take(char c) {
    at = blank();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private boolean value() {
    at = blank();
    if (at >= text.length()) {
      return false;
    }
    return switch (text.charAt(at)) {
      case '{' -> list('{', '}');
      case '[' -> list('[', ']');
      case '"' -> string();
      default -> word();
    };
  }

  private boolean list(char open, char close) {
    take(open);
    if (take(close)) {
      return true;
    }
    do {
      if (open == '{' && !(at(blank()) && string() && take(':'))) {
        return false;
      }
      if (!value()) {
        return false;
      }
    } while (take(','));
    return take(close);
  }

  private boolean string() {
    if (!take('"')) {
      return false;
    }
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c < 0x20) {
        return false;
      }
      if (c == '\\') {
        if (at >= text.length() || "\"\\/bfnrtu".indexOf(text.charAt(at)) < 0) {
          return false;
        }
        if (text.charAt(at) == 'u' && !text.substring(at).matches("(?s)u[0-9a-fA-F]{4}.*")) {
          return false;
        }
        at++;
      }
    }
    return false;
  }

  private boolean word() {
    int end = at;
    while (end < text.length() && ",]} \t\r\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String word = text.substring(at, end);
    at = end;
    return word.matches("true|false|null|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  }
}
