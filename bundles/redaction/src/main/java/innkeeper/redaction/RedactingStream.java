package innkeeper.redaction;

import innkeeper.redaction.line.FoundSpans;
import innkeeper.redaction.line.OpenTail;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.scan.ScannedLine;
import innkeeper.redaction.text.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Bytes in, clean bytes out, line by line. However the input is cut, the output is the same. For
 * one thread at a time.
 */
public final class RedactingStream {
  /** A line longer than this is looked at in pieces. */
  static final int MAX_LINE = 1 << 20;

  /** Of a piece that was looked at, so much is kept for the names that stand before a value. */
  private static final int CONTEXT = 4 * 1024;

  /** An open secret longer than this hides the rest of its line. */
  private static final int MAX_OPEN = 64 * 1024;

  private static final int PIECE = 256 * 1024;
  private static final int IDLE = 8 * 1024;

  private final OutputBuffer out;
  private final LineRedactor passage;
  private byte[] carry = new byte[256];
  private int held;
  private int emitted;
  private boolean swallowing;

  /** Parts of the line were looked at by themselves: how they are cut says what is found. */
  private boolean parted;

  private long carriedLines;

  RedactingStream(Engine engine, ByteSink sink, LearnedValues learned) {
    out = new OutputBuffer(sink, learned == null ? null : learned.shown());
    passage = new LineRedactor(engine, out, learned);
  }

  /**
   * Takes bytes; the complete lines among them are at the sink when it returns.
   *
   * @throws IOException the sink's; what it did not take is lost to this stream
   */
  public void write(byte[] b, int from, int length) throws IOException {
    flushed(
        () -> {
          int end = from + length;
          for (int at = from; at < end; at += PIECE) {
            piece(b, at, Math.min(end, at + PIECE));
          }
        });
  }

  /** Writes something, and all that was gathered. */
  private void flushed(Runnable write) throws IOException {
    try {
      write.run();
      out.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void piece(byte[] b, int from, int end) {
    int at = from;
    Snapshot snapshot = passage.snapshot();
    if (held > 0 || swallowing) {
      int newline = Bytes.indexOf(b, at, end, '\n');
      if (newline < 0) {
        keep(b, at, end, snapshot);
        return;
      }
      keep(b, at, newline, snapshot);
      line(false, snapshot);
      snapshot = passage.snapshot();
      out.add(b, newline, newline + 1);
      carriedLines++;
      at = newline + 1;
    }
    int last = end;
    while (last > at && b[last - 1] != '\n') {
      last--;
    }
    if (last > at) {
      passage.region(b, at, last, snapshot);
      snapshot = passage.snapshot();
    }
    if (last < end) {
      out.flush();
      keep(b, last, end, snapshot);
    }
  }

  /** Keeps a part of a line; looks at it when it grows past the bound. */
  private void keep(byte[] b, int from, int to, Snapshot snapshot) {
    int at = from;
    while (at < to && !swallowing) {
      int n = Math.min(to - at, MAX_LINE - held);
      if (held + n > carry.length) {
        carry = Arrays.copyOf(carry, Math.min(MAX_LINE, Math.max(held + n, 2 * carry.length)));
      }
      System.arraycopy(b, at, carry, held, n);
      held += n;
      at += n;
      if (held == MAX_LINE) {
        overlong(snapshot);
      }
    }
  }

  /** The bound is reached: what is surely clean goes out, the rest of an open secret never will. */
  private void overlong(Snapshot snapshot) {
    parted = true;
    boolean block = passage.scanner.carries();
    FoundSpans spans = passage.scanner.scan(ScannedLine.open(carry, held), snapshot);
    int safe = block || !snapshot.rules().isEmpty() ? held : safe(spans);
    int done = passage.emit(carry, emitted, Math.max(safe, emitted), spans);
    out.add(carry, done, Math.max(safe, done));
    if (held - safe > MAX_OPEN || safe <= emitted && held - emitted > MAX_OPEN) {
      out.add(RedactionMark.PLAIN, 0, RedactionMark.PLAIN.length);
      swallowing = true;
      held = 0;
      emitted = 0;
      return;
    }
    int shown = Math.max(Math.max(safe, emitted), done);
    int start = Math.max(0, shown - CONTEXT);
    System.arraycopy(carry, start, carry, 0, held - start);
    held -= start;
    emitted = shown - start;
  }

  /** The line is whole: all that was not shown yet goes out. */
  private void line(boolean cut, Snapshot snapshot) {
    if (swallowing) {
      swallowing = false;
    } else {
      int end = held > 0 && carry[held - 1] == '\r' ? held - 1 : held;
      FoundSpans spans = passage.scanner.scan(ScannedLine.unseen(carry, 0, end, cut), snapshot);
      int done = passage.emit(carry, emitted, end, spans);
      if (!parted && !cut) {
        passage.learn(carry, spans, snapshot);
      }
      out.add(carry, Math.max(done, emitted), held);
    }
    parted = false;
    held = 0;
    emitted = 0;
    if (carry.length > IDLE) {
      carry = new byte[256];
    }
  }

  /** The first byte that may be a secret's, given that the line goes on. */
  private int safe(FoundSpans spans) {
    int safe = Math.min(passage.scanner.open(), OpenTail.start(carry, emitted, held));
    for (int i = 0; i < spans.size(); i++) {
      if (spans.to(i) >= safe) {
        return Math.min(safe, spans.from(i));
      }
    }
    return safe;
  }

  /**
   * Shows what can be shown of a line that has no end yet, as a prompt has none: all before the
   * first byte that may begin a secret.
   */
  public void flushPartial() throws IOException {
    Snapshot snapshot = passage.snapshot();
    if (held == emitted || swallowing || passage.scanner.carries()) {
      return;
    }
    FoundSpans spans = passage.scanner.scan(ScannedLine.open(carry, held), snapshot);
    boolean began = passage.scanner.forgetBlock();
    int safe = began ? emitted : Math.min(open(snapshot), Math.min(safe(spans), first(spans)));
    if (safe > emitted) {
      flushed(
          () -> {
            out.add(carry, emitted, safe);
            emitted = safe;
          });
    }
  }

  /** As far as third parties' rules can tell; one that fails hides all. */
  private int open(Snapshot snapshot) {
    int open = held;
    for (Rule rule : snapshot.rules()) {
      try {
        open = Math.min(open, rule.open(Arrays.copyOf(carry, held), held));
      } catch (RuntimeException failed) {
        open = 0;
      }
    }
    return Math.max(0, open);
  }

  /** Marks are only written when the line is whole, so that both ways give the same. */
  private int first(FoundSpans spans) {
    for (int i = 0; i < spans.size(); i++) {
      if (spans.to(i) > emitted) {
        return spans.from(i);
      }
    }
    return held;
  }

  /**
   * The writer has ended: what is held goes out, redacted; a token cut short counts as one. No byte
   * of our own is added, the last line's end neither.
   */
  public void finish() throws IOException {
    flushed(
        () -> {
          if (held > 0 || swallowing) {
            line(true, passage.snapshot());
          }
          passage.scanner.close();
        });
  }

  /** Whether a replay may start here: at a line's start, outside of any key block. */
  public boolean neutral() {
    return held == 0 && !swallowing && !passage.scanner.carries();
  }

  /** Line ends passed. */
  public long lines() {
    return passage.lines() + carriedLines;
  }

  /** Marks written. */
  public long redactions() {
    return passage.redactions();
  }

  /** Bytes taken but not at the sink yet. */
  public long heldBytes() {
    return held - emitted;
  }
}
