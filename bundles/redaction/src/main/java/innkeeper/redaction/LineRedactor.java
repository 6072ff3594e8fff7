package innkeeper.redaction;

import innkeeper.redaction.line.FoundSpans;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.line.TerminalView;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.prefilter.GramFilter;
import innkeeper.redaction.prefilter.GramHits;
import innkeeper.redaction.prefilter.GramIndex;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.FixedPoint;
import innkeeper.redaction.scan.LineBounds;
import innkeeper.redaction.scan.QuickLook;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.scan.ScannedLine;
import innkeeper.redaction.text.Bytes;
import java.util.ArrayList;
import java.util.List;

/** The way of whole lines through the engine: clean ones are never touched, nor copied alone. */
final class LineRedactor implements GramIndex.Acceptor {
  /** So many bytes are searched at once. */
  private static final int CHUNK = 16 * 1024;

  final FixedPoint scanner = new FixedPoint();
  private final Engine engine;
  private final OutputBuffer out;
  private long lines;
  private long redactions;
  private final LineBounds line = new LineBounds();
  private int lineFrom;
  private int lineTo;

  /** Where the next registered value stands. */
  private int literal;

  private RuleSet rules = RuleSet.BUILTIN;
  private final LineText quick = new LineText();
  private final QuickLook quickLook = scanner.quickLook();
  private byte[] bytes;

  /** What the prefilter found up to a place. */
  private final GramHits hits = new GramHits();

  private int collectedTo;

  /** Null while nobody asks for them. */
  private List<Finding> findings;

  /** What the output teaches; null where nothing is to be learned. */
  private final LearnedValues learned;

  /** What was looked for last, and what it is made of. */
  private Snapshot base = Snapshot.BUILTIN;

  private Snapshot joined = base;

  LineRedactor(Engine engine, OutputBuffer out) {
    this(engine, out, null);
  }

  LineRedactor(Engine engine, OutputBuffer out, LearnedValues learned) {
    this.engine = engine;
    this.out = out;
    this.learned = learned;
  }

  /** What is looked for now. */
  Snapshot snapshot() {
    Snapshot now = engine.snapshot();
    if (learned == null) {
      return now;
    }
    if (now != base || joined.learned() != learned.forms()) {
      base = now;
      joined = now.with(learned.forms());
    }
    return joined;
  }

  /** Learns from a whole line, which is at the sink or in the buffer; returns what to look for. */
  Snapshot learn(byte[] b, FoundSpans spans, Snapshot snapshot) {
    if (learned == null || spans.size() == 0 || !learned.line(b, spans, engine)) {
      return snapshot;
    }
    literal = -1;
    return snapshot();
  }

  /** Notes what is found from now on. */
  List<Finding> findings() {
    findings = new ArrayList<>();
    return findings;
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
  void region(byte[] b, int from, int to, Snapshot first) {
    Snapshot snapshot = first;
    int clean = from;
    int at = from;
    lines += Bytes.count(b, from, to, '\n');
    literal = from - 1;
    boolean everyLine = !snapshot.rules().isEmpty();
    bytes = b;
    forgetHits(from, snapshot);
    while (at < to) {
      boolean one = everyLine || scanner.carries();
      int sign = one ? at : next(at, to, snapshot);
      if (sign < 0) {
        break;
      }
      if (one) {
        line.within(b, at, to);
      }
      line.around(sign);
      if (collectedTo < line.to) {
        collectedTo = snapshot.filter().collect(b, collectedTo, line.to, hits);
      }
      int seen = Math.max(line.from, sign - 8);
      hits.next = hits.seek(line.from);
      FoundSpans spans = scanner.scan(ScannedLine.seen(b, line, seen, hits), snapshot);
      clean = emit(b, clean, line.to, spans);
      at = line.end + 1;
      Snapshot next = learn(b, spans, snapshot);
      if (next.filter() != snapshot.filter()) {
        forgetHits(at, next);
      }
      snapshot = next;
    }
    out.last(b, clean, to);
  }

  private void forgetHits(int from, Snapshot snapshot) {
    rules = snapshot.rows();
    hits.clear();
    collectedTo = from;
  }

  /** Writes what stands between the secrets; returns up to where all is written. */
  int emit(byte[] b, int from, int to, FoundSpans spans) {
    int done = from;
    for (int i = 0; i < spans.size() && spans.from(i) < to; i++) {
      if (spans.to(i) <= from) {
        continue;
      }
      out.add(b, done, spans.from(i));
      byte[] mark = RedactionMark.bytes(spans.kind(i));
      out.add(mark, 0, mark.length);
      done = Math.max(done, spans.to(i));
      redactions++;
      if (findings == null) {
        engine.count(spans.rule(i));
      } else {
        findings.add(new Finding(engine.id(spans.rule(i)), spans.from(i), spans.to(i)));
      }
    }
    return done;
  }

  /** First place at or after {@code from} where a line needs a look, or -1. */
  private int next(int from, int to, Snapshot snapshot) {
    quick.reset(bytes, from, from);
    lineFrom = from;
    lineTo = to;
    line.within(bytes, from, to);
    int value = literal(bytes, from, to, snapshot);
    // Lines behind the value's are not looked through now: this place may be asked for often.
    int end = value < to ? Bytes.next(bytes, value, to, '\n') : to;
    int sign = sign(from, end);
    while (sign < 0 && collectedTo < end) {
      // Of the line that goes on, all of them may be asked for.
      hits.dropBefore(Bytes.lineStart(bytes, from, collectedTo));
      collectedTo =
          snapshot.filter().collect(bytes, collectedTo, Math.min(end, collectedTo + CHUNK), hits);
      sign = sign(from, end);
    }
    return sign < 0 && value < to ? value : sign;
  }

  /** The first of the hits that were not looked at yet that counts, or -1. */
  private int sign(int from, int to) {
    int unusual = -1;
    for (; hits.next < hits.size(); hits.next++) {
      int place = hits.place(hits.next);
      if (unusual >= 0 && unusual <= place || place >= to) {
        return unusual;
      }
      if (hits.unusual(hits.next)) {
        unusual = unusual(Math.max(from, place), Math.min(to, place + GramFilter.STEP));
      } else if (place >= from - 1
          && rules.grams.confirms(bytes, place, line.floor, line.ceiling, this)) {
        return Math.max(from, place);
      }
    }
    return unusual;
  }

  /** Where the next registered value stands, or {@code to}; looked for only once. */
  private int literal(byte[] b, int from, int to, Snapshot snapshot) {
    if (literal < from) {
      literal = to;
      for (RegisteredValues values : snapshot.literals()) {
        int next = values.next(b, from, literal);
        literal = next < 0 ? literal : next;
      }
    }
    return literal;
  }

  @Override
  public boolean accepts(Trigger trigger, int at) {
    // No trigger holds a line's end: what stands between the bounds stands in the line.
    line.around(at);
    if (!trigger.fits(bytes, at, line.from, line.to)) {
      return false;
    }
    if (line.from != quick.from || line.to != quick.to) {
      quick.reset(bytes, line.from, line.to);
    }
    return quickLook.at(rules.entry(trigger), trigger, quick, at);
  }

  /** Where between the bounds a byte is unusual, or the first dot of a token in three parts. */
  private int unusual(int from, int to) {
    for (int i = from; i < to; i++) {
      boolean special = TerminalView.hides(bytes, i, lineTo) && !Bytes.at(bytes, i, lineTo, "\r\n");
      if (special || bytes[i] == '.' && GramFilter.threeParts(bytes, i, lineFrom, lineTo)) {
        return i;
      }
    }
    return -1;
  }
}
