package innkeeper.redaction.scan;

import innkeeper.redaction.http.Schemes;
import innkeeper.redaction.http.UserInfo;
import innkeeper.redaction.line.FoundSpans;
import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.OpenTail;
import innkeeper.redaction.line.TerminalView;
import innkeeper.redaction.multiline.KeyBlock;
import innkeeper.redaction.multiline.LinesBefore;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.multiline.SqlInsert;
import innkeeper.redaction.multiline.TableHeader;
import innkeeper.redaction.multiline.TableRows;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.Operator;
import innkeeper.redaction.prefilter.FoundTriggers;
import innkeeper.redaction.prefilter.GramFilter;
import innkeeper.redaction.prefilter.GramHits;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.token.Jwk;
import innkeeper.redaction.token.Tokens;
import java.util.Arrays;
import java.util.List;

/** Finds what to replace in one line. Single-threaded; keeps its scratch space. */
final class LineScanner implements FoundTriggers.Visitor {
  /** Bytes of a gram. */
  private static final int GRAM = 4;

  final LinesBefore before = new LinesBefore();
  private final KeyBlock block = before.block;
  private final NextLine next = before.next;
  private final TableRows table = before.table;
  private final Line line = new Line();
  private final Line view = new Line();

  private final FoundTriggers found = new FoundTriggers();

  /** Of bytes that the prefilter had not seen. */
  private final GramHits own = new GramHits();

  private final TableHeader header = new TableHeader();
  private final KeyName names = new KeyName();
  private final Operator operator = new Operator();
  private final KeyValue keyValue = new KeyValue(next, names, operator);
  private final Jwk jwk = new Jwk();
  final QuickLook quickLook = new QuickLook(names, operator, header);
  private final TerminalView plain = new TerminalView();

  /** Null within a text that was encoded. */
  private final EncodedText encoded;

  private SearchedFor snapshot;
  private Line current;
  private boolean special;
  private RuleSet rules = RuleSet.BUILTIN;
  private int keyAt;
  private int keyAfter;

  LineScanner(EncodedText encoded) {
    this.encoded = encoded;
  }

  /** Looks for secrets; returns what was found, merged, which is valid until the next call. */
  FoundSpans scan(ScannedLine in, SearchedFor now) {
    snapshot = now;
    rules = now.rows();
    line.set(in.b(), in.from(), in.to());
    line.cut = in.cut();
    line.whole = in.whole();
    GramHits hits = in.hits() == null ? collected(line) : in.hits();
    // It may be in a step that begins before the line.
    boolean unusual = hits.unusual(line.from - GramFilter.STEP + 1, line.to);
    special = unusual && TerminalView.needed(line.b, line.from, line.to);
    boolean inBlock = block.next();
    next.frozen = !line.whole;
    if (line.whole) {
      awaited();
    }
    candidates(line, special ? line.from : in.first(), hits, unusual);
    if (special) {
      plain(inBlock);
    } else if (inBlock) {
      line.rule = RuleSet.KEY_LINE;
      block.line(line);
    }
    now.rules().forEach(this::apply);
    quickLook.forget();
    line.spans.merge();
    if (!line.whole) {
      rules.hold(line);
      holdLastWord();
    }
    return line.spans;
  }

  /** Once the line is whole, the second look may hide more of the word that a secret stands in. */
  private void holdLastWord() {
    int word = line.to;
    while (word > line.from && !Bytes.is(line.b[word - 1], Bytes.BLANK)) {
      word--;
    }
    int last = line.spans.size() - 1;
    if (last >= 0 && line.spans.to(last) > word) {
      line.open(Math.min(word, line.spans.from(last)));
    }
  }

  private GramHits collected(Line l) {
    own.clear();
    snapshot.filter().collect(l.b, l.from, l.to, own);
    return own;
  }

  /** What the lines before said of this one. */
  private void awaited() {
    if (rules.off(RuleSet.NEXT_LINE)) {
      next.close();
    }
    if (rules.off(RuleSet.TABLE_ROW)) {
      table.close();
    }
    if (next.isOpen()) {
      line.rule = RuleSet.NEXT_LINE;
      next.line(line);
    }
    if (table.isOpen()) {
      line.rule = RuleSet.TABLE_ROW;
      table.line(line);
    }
  }

  /** Earliest byte of the line last scanned that could still turn out a secret. */
  int open() {
    return line.open;
  }

  private void candidates(Line l, int first, GramHits hits, boolean unusual) {
    current = l;
    keyValue.forget();
    keyAt = -1;
    jwk.forget();
    if (encoded != null) {
      encoded.forget();
    }
    int last = l.to - GRAM;
    found.clear();
    for (int i = hits.seek(first - 1); i < hits.size() && hits.place(i) <= last; i++) {
      if (!hits.unusual(i)) {
        rules.grams.find(l.b, hits.place(i), l.from, l.to, found);
      }
    }
    if (last >= l.from) {
      // Of a short name at the line's end one gram of the two lies beyond it.
      rules.grams.find(l.b, last, l.from, l.to, found);
    }
    found.visit(this);
    if (unusual && !rules.off(RuleSet.THREE_PARTS)) {
      l.rule = RuleSet.THREE_PARTS;
      threeParts(l);
    }
    for (RegisteredValues literals : snapshot.literals()) {
      literals.find(l);
    }
  }

  /** Tokens that only their two dots tell. */
  private static void threeParts(Line l) {
    int i = Bytes.next(l.b, l.from + 23, l.to, '.');
    while (i + 32 < l.to) {
      i = Bytes.next(l.b, Tokens.discord(l, i), l.to, '.');
    }
  }

  /** The line as a terminal shows it; what is found there is replaced here, sequences and all. */
  private void plain(boolean inBlock) {
    plain.of(line.b, line.from, line.to);
    view.set(plain.bytes(), 0, plain.length());
    view.cut = line.cut;
    view.whole = line.whole;
    candidates(view, 0, collected(view), true);
    if (inBlock) {
      view.rule = RuleSet.KEY_LINE;
      block.line(view);
    }
    for (int i = 0; i < view.spans.size(); i++) {
      int from = plain.origin(view.spans.from(i));
      int to = plain.end(line.b, view.spans.to(i));
      line.rule = view.spans.rule(i);
      line.secret(from, to, view.spans.kind(i));
    }
    int echoed = line.whole ? view.to : OpenTail.echoed(view.b, 0, view.to);
    int open = Math.min(view.open, echoed);
    line.open(open < view.to ? plain.origin(open) : line.to);
    line.open(plain.unfinished());
  }

  /** A rule that fails must not let the line through. */
  private void apply(LineFinder rule) {
    line.rule = RuleSet.OWN;
    int n = line.to - line.from;
    List<int[]> found;
    try {
      found = rule.find(Arrays.copyOfRange(line.b, line.from, line.to), n);
    } catch (RuntimeException | StackOverflowError | LinkageError failed) {
      // Whoever installed the rule watches it; here only the line counts.
      found = List.of(new int[] {0, n});
    }
    for (int[] span : found) {
      int from = Math.max(0, Math.min(span[0], n));
      int to = Math.max(from, Math.min(span[1], n));
      line.secret(line.from + from, line.from + to);
    }
  }

  @Override
  public int visit(Trigger t, int at) {
    Line l = current;
    RuleEntry e = rules.entry(t);
    if (at == keyAt && e.kind() == Kind.NAME) {
      // A name begins with one trigger and another, pass and passw: once is enough.
      return keyAfter;
    }
    int length = t.length();
    l.rule = e.row();
    if (e.kind() == Kind.ROW) {
      return e.rule().verify(l, at, at + length, next);
    }
    if (l.whole && !l.cut && !quickLook.at(e, t, l, at)) {
      return at + 1;
    }
    return switch (e.kind()) {
      case NAME, IDENTIFIED -> key(l, at);
      case JWK -> jwk.verify(l, at);
      case USERINFO, COLON_USERINFO -> UserInfo.verify(l, at, length);
      case SCHEME -> {
        int found = l.spans.size();
        int after = Schemes.verify(l, t.text(), at);
        yield l.spans.size() > found ? after : at + 1;
      }
      case PEM -> block.begin(l, at);
      case PUTTY -> block.putty(l, at);
      case PUTTY_MAC -> block.puttyMac(l, at);
      case BASE64 -> encoded == null ? at + length : encoded.verify(l, at, snapshot);
      case INSERT -> SqlInsert.verify(l, at, at + length, table);
      default -> {
        special |= l == line;
        yield at + length;
      }
    };
  }

  private int key(Line l, int at) {
    if (l.whole && header.names(l)) {
      table.begin(l);
    }
    int found = l.spans.size();
    int after = keyValue.verify(l, at);
    // A phrase may end within a name that means nothing here: for this session: x.
    keyAfter = l.spans.size() == found && after == keyValue.end() ? at + 1 : after;
    keyAt = at;
    return keyAfter;
  }
}
