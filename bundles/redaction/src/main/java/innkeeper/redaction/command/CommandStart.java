package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;

/**
 * Where the command begins that a place is in. Asked for places further and further on, it looks at
 * each byte of the line once.
 */
final class CommandStart {
  private static final int LONGEST = 256;

  private final LineText line;
  private int known;
  private int start;

  CommandStart(LineText line) {
    this.line = line;
  }

  /** To be told of each new line. */
  void forget() {
    known = Integer.MAX_VALUE;
  }

  int before(int at) {
    int floor = Math.max(line.from, at - LONGEST);
    if (at < known || known < floor) {
      known = floor;
      start = floor;
    }
    while (known < at) {
      byte c = line.b[known++];
      start = c == '|' || c == ';' || c == '&' ? known : start;
    }
    start = Math.max(start, floor);
    return start;
  }
}
