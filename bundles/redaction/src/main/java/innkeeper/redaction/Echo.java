package innkeeper.redaction;

/** What is echoed into a command that reads a password. */
final class Echo {
  private final Arguments words = new Arguments();
  private Line line;
  private byte[] b;

  /** To be told of each new line. */
  void forget() {
    words.forget();
  }

  /** {@code echo password | docker login --password-stdin}, {@code echo password | sudo -S}. */
  void password(Line l, int at) {
    line = l;
    b = l.b;
    int[] word = echoed(at);
    if (word != null) {
      secret(word[0], word[1]);
    }
  }

  void pair(Line l, int at) {
    line = l;
    b = l.b;
    int[] word = echoed(at);
    if (word != null) {
      int colon = Bytes.indexOf(b, word[0], word[1], ':');
      if (colon > 0) {
        secret(colon + 1, word[1]);
      }
    }
  }

  /** The last word of what is echoed into the command at {@code at}. */
  private int[] echoed(int at) {
    int floor = Math.max(line.from, at - 512);
    int pipe = at;
    while (pipe > floor && b[pipe - 1] != '|') {
      pipe--;
    }
    int i = pipe - 5;
    while (i >= floor && !Bytes.at(b, i, line.to, "echo ") && !Bytes.at(b, i, line.to, "rintf ")) {
      i--;
    }
    if (pipe <= floor || i < floor) {
      return null;
    }
    words.start(line, i, Bytes.runEnd(b, i, line.to, Bytes.ALPHA), at);
    while (words.next()) {
      if (!words.flag() && words.to <= pipe && !(words.length() > 1 && b[words.from] == '%')) {
        return new int[] {words.from, words.to};
      }
    }
    return null;
  }

  private void secret(int from, int to) {
    if (from < to && !Judge.placeholder(b, from, to)) {
      line.secret(from, to);
    }
  }
}
