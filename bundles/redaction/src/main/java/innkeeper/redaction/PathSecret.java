package innkeeper.redaction;

/**
 * Addresses that are secrets themselves: web hooks, Telegram's bot paths, links that are mailed.
 */
final class PathSecret {
  /** Where in the address the secret begins. */
  enum Use {
    /** At once. */
    REST("/incomingwebhook/|/with/key/|hooks.zapier.com/hooks/|/live2/"),
    /** After the next slash. */
    SEGMENT("hooks.slack.com/|hooks.slack-gov.com/"),
    /** After a number: Discord's. */
    NUMBERED("/api/webhooks/"),
    /** After {@code bot} and a number. */
    TELEGRAM("telegram.org/"),
    /** After what the path goes on with. */
    OFFICE(".office.com/webhook"),
    /** At once, where it looks like one: what is mailed to reset a password. */
    RESET("password/reset/|reset-password/|reset_password/|password-reset/|password_reset/"),
    /** The same after who it is for: Django's. */
    RESET_OF("/reset/"),
    /** The same where nothing but the address says whose it is. */
    OPAQUE(
        "/hooks/|/v2/hook/|/api/webhook/|/build_hooks/|/api/push/|hc-ping.com/|nosnch.in/|/api/v1/heartbeat/"
            + "|.infura.io/v3/|.alchemy.com/v2/|.quiknode.pro/|/private-|/integration/|send?key=");

    final String texts;

    Use(String texts) {
      this.texts = texts;
    }
  }

  private static final int SEGMENTS = Bytes.TOKEN | Bytes.PLUS_SLASH | Bytes.DOT | Bytes.PERCENT;
  private static final int SHORTEST = 12;
  private static final int MAILED = 16;
  private static final int OPAQUE = 24;

  /** What is judged of a longer one, so that the time stays linear. */
  private static final int JUDGED = 1024;

  private PathSecret() {}

  static int verify(Line l, Trigger t, int at) {
    int from = at + t.text().length;
    return switch ((Use) t.use()) {
      case TELEGRAM -> telegram(l, from);
      case REST -> hide(l, from, from, run(l, from));
      case SEGMENT -> {
        int end = run(l, from);
        yield hide(l, from, after(l, from, end), end);
      }
      case NUMBERED -> {
        int slash = Bytes.runEnd(l.b, from, Math.min(l.to, from + JUDGED), Bytes.DIGIT);
        boolean number = slash - from >= 15 && slash < l.to && l.b[slash] == '/';
        yield number ? hide(l, from, slash + 1, run(l, from)) : from;
      }
      case OFFICE -> office(l, from);
      case RESET -> mailed(l, from, from, MAILED);
      case RESET_OF -> {
        int slash = Bytes.runEnd(l.b, from, Math.min(l.to, from + JUDGED), Bytes.TOKEN);
        yield slash < l.to && l.b[slash] == '/' ? mailed(l, from, slash + 1, MAILED) : from;
      }
      case OPAQUE -> mailed(l, from, from, OPAQUE);
    };
  }

  /** After the first slash, or -1. */
  private static int after(Line l, int from, int to) {
    int slash = Bytes.indexOf(l.b, from, to, '/');
    return slash < 0 ? -1 : slash + 1;
  }

  private static int office(Line l, int from) {
    byte[] b = l.b;
    int start = after(l, from, Math.min(l.to, from + 3));
    if (start < 0) {
      return from;
    }
    int bound = Math.min(l.to, start + JUDGED);
    int end = Bytes.runEnd(b, start, bound, SEGMENTS);
    while (end < bound && b[end] == '@') {
      end = Bytes.runEnd(b, end + 1, bound, SEGMENTS);
    }
    return hide(l, from, start, end);
  }

  /** A segment that looks like a secret, and what follows it. */
  private static int mailed(Line l, int from, int start, int least) {
    int segment = Bytes.runEnd(l.b, start, Math.min(l.to, start + JUDGED), Bytes.TOKEN);
    if (segment == l.to) {
      l.open(start);
    }
    int tail = segment;
    while (tail > start && l.b[tail - 1] != '-') {
      tail--;
    }
    boolean strong =
        Shape.strong(l.b, start, segment, least, true)
            || tail > start && Shape.strong(l.b, tail, segment, least, false);
    if (!strong) {
      return from;
    }
    return least == OPAQUE
        ? hide(l, from, start, segment, Bytes.TOKEN)
        : hide(l, from, start, run(l, start));
  }

  private static int hide(Line l, int from, int start, int end) {
    return hide(l, from, start, end, SEGMENTS);
  }

  /**
   * @param end of what is judged; what goes on behind it goes as well
   * @return where to go on
   */
  private static int hide(Line l, int from, int start, int end, int alphabet) {
    if (start < 0) {
      return from;
    }
    if (end == l.to) {
      l.open(start);
    }
    if (end - start < SHORTEST || Judge.placeholder(l.b, start, end)) {
      return from;
    }
    int rest = Bytes.runEnd(l.b, end, l.to, alphabet);
    while (rest > end && l.b[rest - 1] == '.') {
      rest--;
    }
    if (rest == l.to) {
      l.open(start);
    }
    l.secret(start, rest);
    return rest;
  }

  /** The path's end, or the bound of what is judged. */
  private static int run(Line l, int from) {
    int end = Bytes.runEnd(l.b, from, Math.min(l.to, from + JUDGED), SEGMENTS);
    while (end > from && end < from + JUDGED && l.b[end - 1] == '.') {
      end--;
    }
    return end;
  }

  private static int telegram(Line l, int from) {
    byte[] b = l.b;
    int i = Bytes.at(b, from, l.to, "file/") ? from + 5 : from;
    if (!Bytes.at(b, i, l.to, "bot")) {
      return from;
    }
    int colon = Bytes.runEnd(b, i + 3, l.to, Bytes.DIGIT);
    int start = colon + 1;
    if (Bytes.atIgnoreCase(b, colon, l.to, "%3a")) {
      start = colon + 3;
    } else if (colon >= l.to || b[colon] != ':') {
      return from;
    }
    int end = Bytes.runEnd(b, start, l.to, Bytes.TOKEN);
    if (end == l.to) {
      l.open(start);
    }
    if (end - start < 10) {
      return from;
    }
    l.secret(start, end);
    return end;
  }
}
