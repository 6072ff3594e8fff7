package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.capture.ring.RingHeader.Mode;
import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.file.Lines;
import innkeeper.logging.index.Read;
import innkeeper.redaction.RedactingStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Moves one stream from the ring through its engine into the join. An unfinished line is fed only
 * when the server pauses in it or when it is long. Only the reads decide what is forwarded and
 * when, so a replay of the same reads produces the same output.
 */
final class StreamRedaction {

  /** The length from which on the parts of a line are written as they arrive. */
  static final int LONG_LINE = 1 << 20;

  private static final byte[] MASKED = "[REDACTED]\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BLOCK =
      "-----BEGIN PRIVATE KEY-----\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LINE_END = {'\n'};

  private final ProjectEngine engine;
  private final StreamBuffer buffer;
  private final RingHeader header;
  private LineAssembler lines;
  private RedactingStream redactor;
  private Mode mode = Mode.NEUTRAL;

  /**
   * The end of the bytes that the engine has, and the beginning of a replay that restores the
   * engine's state.
   */
  private long fed;

  private long neutralAt;

  /** The number of bytes of the unfinished line that the engine has. */
  private long lineBytes;

  /** Whether a mark replaces the rest of the present line, because its beginning is unknown. */
  private boolean masking;

  /** The end of the lines that marks replace, because our own code failed on one of them. */
  private long maskedTo;

  /**
   * The lines and marks that no engine of this stream counted, or that an earlier engine counted.
   */
  private long otherLines;

  private long otherRedactions;

  StreamRedaction(ProjectEngine engine, StreamBuffer buffer, RingHeader header) {
    this.engine = engine;
    this.buffer = buffer;
    this.header = header;
  }

  /**
   * Begins a replay in the state that the ring records.
   *
   * @param masked whether marks replace the lines that are not in the log
   */
  void begin(StreamJoin join, boolean masked, byte[] space) throws IOException {
    lines = new LineAssembler(buffer.stream(), join);
    redactor = engine.stream(lines);
    otherLines = 0;
    otherRedactions = 0;
    lineBytes = 0;
    mode = header.mode(buffer.stream());
    masking = mode == Mode.WITHIN_LINE;
    maskedTo = masked ? buffer.end() : 0;
    neutralAt = buffer.start();
    fed = buffer.start();
    lines.mute(true);
    if (masked) {
      masking |= buffer.done() > fed && buffer.lastLineEnd(fed, buffer.done()) < buffer.done() - 1;
      mode = mode == Mode.NEUTRAL ? Mode.WITHIN_BLOCK : mode;
    }
    if (mode == Mode.NEUTRAL) {
      feed(buffer.done(), space);
    } else {
      redactor.write(BLOCK, 0, BLOCK.length);
      fed = buffer.done();
    }
    lines.mute(false);
    if (join.open() == buffer.stream().ordinal()) {
      // The log already contains the unfinished line.
      lines.forget();
    }
  }

  long lines() {
    return otherLines + redactor.lines();
  }

  long redactions() {
    return otherRedactions + redactor.redactions();
  }

  /** Feeds the bytes of one read, up to its last line end. */
  void process(Read read, byte[] space) throws IOException {
    if (read.end() <= maskedTo) {
      mask(read.end(), space);
      return;
    }
    long whole = buffer.lastLineEnd(fed, read.end()) + 1;
    if (whole > fed) {
      feed(whole, space);
    }
    long rest = read.end() - fed;
    if (lineBytes + rest >= LONG_LINE / 2 || rest >= space.length || buffer.manyReads()) {
      feed(read.end(), space);
    }
    if (lineBytes >= LONG_LINE) {
      lines.passOn();
    }
  }

  private void feed(long to, byte[] space) throws IOException {
    while (fed < to) {
      int n = (int) Math.min(space.length, to - fed);
      buffer.copy(fed, space, n);
      if (fed + n < to) {
        // The bytes are cut at a line end, because the engine would otherwise keep the rest of a
        // line.
        int whole = Lines.afterLast(space, 0, n);
        n = whole > 0 ? whole : n;
      }
      feed(space, n);
      fed += n;
      if (!masking && redactor.neutral()) {
        neutralAt = fed;
        mode = Mode.NEUTRAL;
      }
    }
  }

  private void feed(byte[] bytes, int length) throws IOException {
    int whole = Lines.afterLast(bytes, 0, length);
    lineBytes = whole > 0 ? length - whole : lineBytes + length;
    int from = 0;
    if (masking) {
      from = Lines.afterFirst(bytes, 0, length);
      if (bytes[from - 1] != '\n') {
        return;
      }
      mark();
      masking = false;
    }
    if (from < length) {
      redactor.write(bytes, from, length - from);
    }
  }

  private void mark() throws IOException {
    lines.write(MASKED, 0, MASKED.length);
    otherLines++;
    otherRedactions++;
  }

  private void mask(long to, byte[] space) throws IOException {
    while (fed < to) {
      int n = (int) Math.min(space.length, to - fed);
      buffer.copy(fed, space, n);
      for (int ends = Lines.count(space, 0, n); ends > 0; ends--) {
        mark();
      }
      masking = space[n - 1] != '\n';
      fed += n;
    }
    lineBytes = 0;
  }

  /** Feeds the unfinished line too, and displays the permitted part of it. */
  void show(long to, byte[] space) throws IOException {
    feed(to, space);
    if (lineBytes < LONG_LINE) {
      redactor.flushPartial();
    }
  }

  /**
   * Ends the last line, because the server has ended. Returns whether a line or a key block was
   * unfinished.
   */
  boolean finish(int open) throws IOException {
    boolean within = masking || !redactor.neutral();
    redactor.finish();
    if (masking) {
      lines.write(MASKED, 0, MASKED.length - 1);
    }
    if (!lines.unfinished().isEmpty() || open == buffer.stream().ordinal()) {
      lines.write(LINE_END, 0, 1);
    }
    return within;
  }

  /** Returns whether a line or key block is unfinished at that place. */
  boolean unfinished(long to) {
    return masking || !redactor.neutral() || fed < to;
  }

  /** Starts with a fresh engine at that place. */
  void renew(long at) {
    otherLines += redactor.lines();
    otherRedactions += redactor.redactions();
    lines.forget();
    redactor = engine.stream(lines);
    masking = false;
    lineBytes = 0;
    fed = at;
    neutralAt = at;
    mode = Mode.NEUTRAL;
  }

  /**
   * Ends the possibility of a replay, because a line or key block is longer than the ring. If the
   * host is killed within it, the successor displays its rest as a mark.
   */
  void giveUpReplay(byte[] space) throws IOException {
    feed(buffer.end(), space);
    if (mode == Mode.NEUTRAL && neutralAt < fed) {
      mode = Mode.WITHIN_BLOCK;
    }
  }

  /** Returns the place where a replay may begin when the log contains all forwarded bytes. */
  Ring.Position position() {
    if (mode == Mode.NEUTRAL && !masking) {
      return new Ring.Position(neutralAt, fed, Mode.NEUTRAL);
    }
    boolean within = masking || lineBytes > 0;
    return new Ring.Position(fed, fed, within ? Mode.WITHIN_LINE : Mode.WITHIN_BLOCK);
  }

  /** Returns the part of the unfinished line that may be displayed; "" for an empty part. */
  String shown() {
    return lines.unfinished();
  }
}
