package innkeeper.redaction;

/** The way of whole lines through the engine: clean ones are never touched, nor copied alone. */
final class Passage implements Pairs.Sign {
  final FixedPoint scanner = new FixedPoint();
  private final Gather out;
  private long lines;
  private long redactions;
  private final Bounds line = new Bounds();
  private int lineFrom;
  private int lineTo;
  private Literals literals;

  Passage(Gather out) {
    this.out = out;
  }

  long lines() {
    return lines;
  }

  long redactions() {
    return redactions;
  }

  /** A whole text, its last line with or without an end. */
  long text(byte[] b, Snapshot snapshot) {
    region(b, 0, b.length, snapshot);
    return redactions;
  }

  /** Lines {@code b[from, to)}, each with its end but perhaps the last. */
  void region(byte[] b, int from, int to, Snapshot snapshot) {
    int clean = from;
    int at = from;
    lines += Bytes.lineEnds(b, from, to);
    boolean everyLine = !snapshot.rules().isEmpty();
    while (at < to) {
      boolean one = everyLine || scanner.carries();
      int sign = one ? at : next(b, at, to, snapshot);
      if (sign < 0) {
        break;
      }
      if (one) {
        line.within(b, at, to);
      }
      line.around(sign);
      int first = Math.max(line.from, sign - 8);
      Spans spans = scanner.scan(b, line.from, line.to, first, false, snapshot);
      clean = emit(b, clean, line.to, spans);
      at = line.end + 1;
    }
    out.last(b, clean, to);
  }

  /** Writes what stands between the secrets; returns up to where all is written. */
  int emit(byte[] b, int from, int to, Spans spans) {
    int done = from;
    for (int i = 0; i < spans.size() && spans.from(i) < to; i++) {
      if (spans.to(i) <= from) {
        continue;
      }
      out.add(b, done, spans.from(i));
      byte[] mark = Mark.bytes(spans.kind(i));
      out.add(mark, 0, mark.length);
      done = Math.max(done, spans.to(i));
      redactions++;
    }
    return done;
  }

  /** First place at or after {@code from} where a line needs a look, or -1. */
  private int next(byte[] b, int from, int to, Snapshot snapshot) {
    lineFrom = from;
    lineTo = to;
    line.within(b, from, to);
    literals = snapshot.literals();
    return snapshot.pairs().next(b, from, -1, to, this);
  }

  @Override
  public boolean trigger(byte[] b, int at) {
    return Builtin.GRAMS.confirms(b, at, line) || literals != null && literals.near(b, at);
  }

  @Override
  public int dots(byte[] b, int at) {
    return threeParts(b, at, lineFrom, lineTo) ? at : -1;
  }

  @Override
  public int unusual(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (special(b, i, lineTo) || b[i] == '.' && threeParts(b, i, lineFrom, lineTo)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean special(byte[] b, int at, int to) {
    byte c = b[at];
    return c == 0x1b || c == '\b' || c == '\r' && at + 1 < to && b[at + 1] != '\n';
  }

  /** The first dot of a token in three parts: cheap, the line's look decides. */
  private static boolean threeParts(byte[] b, int at, int from, int to) {
    return at - 23 >= from
        && at + 7 < to
        && b[at + 7] == '.'
        && Bytes.runStart(b, at - 23, at, Bytes.TOKEN) == at - 23;
  }
}
