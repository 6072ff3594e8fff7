package innkeeper.redaction.scan;

import innkeeper.redaction.line.FoundSpans;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.multiline.LinesBefore;
import java.util.Arrays;

/**
 * Looks at a line until what is left of it would pass through another engine untouched. A mark may
 * make something of what stands beside it: a name cut short by one reads as another name, a quote
 * that was a part of the value now closes it. So the line is looked at again as it goes out, by a
 * scanner in the state that the other engine would be in, and what that finds goes as well. Each
 * round hides more, and what does not settle is hidden as a whole.
 */
public final class FixedPoint {
  private static final int ROUNDS = 8;
  private static final int IDLE = 16 * 1024;

  private final LineScanner scanner = new LineScanner(new EncodedText());

  /** In the state that the lines written so far leave behind. */
  private final LineScanner after = new LineScanner(new EncodedText());

  private final LinesBefore saved = new LinesBefore();
  private byte[] clean = new byte[256];
  private int length;

  /**
   * As {@link LineScanner#scan}, but redacting the line twice gives the same. No earlier line says
   * anything about one that goes on.
   */
  public FoundSpans scan(ScannedLine line, SearchedFor snapshot) {
    boolean same = !line.whole() || after.before.same(scanner.before);
    FoundSpans spans = scanner.scan(line, snapshot);
    if (spans.size() > 0 || !same) {
      settle(line, spans, snapshot.own());
      if (!line.whole()) {
        goBack();
      }
    } else if (line.whole() && carries()) {
      after.before.become(scanner.before);
    }
    return spans;
  }

  private void goBack() {
    after.before.become(saved);
  }

  /**
   * @param snapshot without third parties' rules, which see each line once
   */
  private void settle(ScannedLine line, FoundSpans spans, SearchedFor snapshot) {
    saved.become(after.before);
    for (int round = 1; round <= ROUNDS; round++) {
      FoundSpans more = redacted(line, spans, snapshot);
      if (more.size() == 0) {
        return;
      }
      spans.include(more, line.from());
      goBack();
    }
    spans.clear();
    spans.add(line.from(), line.to(), -1, RuleSet.UNSETTLED);
    redacted(line, spans, snapshot);
  }

  /** What is found in the line without its secrets. */
  private FoundSpans redacted(ScannedLine line, FoundSpans spans, SearchedFor snapshot) {
    length = 0;
    int done = line.from();
    for (int i = 0; i < spans.size(); i++) {
      add(line.b(), done, spans.from(i));
      byte[] mark = RedactionMark.bytes(spans.kind(i));
      add(mark, 0, mark.length);
      done = spans.to(i);
    }
    add(line.b(), done, line.to());
    FoundSpans more = after.scan(ScannedLine.unseen(clean, 0, length, line.cut()), snapshot);
    if (clean.length > IDLE) {
      clean = new byte[256];
    }
    return more;
  }

  private void add(byte[] b, int from, int to) {
    int n = to - from;
    if (length + n > clean.length) {
      clean = Arrays.copyOf(clean, Math.max(length + n, 2 * clean.length));
    }
    System.arraycopy(b, from, clean, length, n);
    length += n;
  }

  /** The look that the scanner takes, for who looks ahead of it. */
  public QuickLook quickLook() {
    return scanner.quickLook;
  }

  /** Earliest byte of the line last scanned that could still turn out a secret. */
  public int open() {
    return scanner.open();
  }

  /** Whether the next line means something only after this one. */
  public boolean carries() {
    return scanner.before.isOpen() || after.before.isOpen();
  }

  /** Whether the line that goes on has begun a key; it is looked at anew when it is whole. */
  public boolean forgetBlock() {
    boolean began = scanner.before.block.isOpen();
    scanner.before.block.close();
    return began;
  }

  /** Forgets what earlier lines said. */
  public void close() {
    scanner.before.close();
    after.before.close();
  }
}
