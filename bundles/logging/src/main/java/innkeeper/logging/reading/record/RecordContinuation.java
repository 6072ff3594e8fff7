package innkeeper.logging.reading.record;

import innkeeper.api.record.LogLevel;
import java.util.regex.Pattern;

/**
 * Decides whether a line continues the present record. Indented lines do. The unindented lines that
 * a runtime prints within a stack trace also do, depending on the runtime. After an error with a
 * time, all lines up to the next line with a time continue it.
 */
final class RecordContinuation {

  /** The part of the present record to which the last line belongs. */
  private enum Within {
    LINE,
    /** Every line without a mark of its own belongs to the record. */
    BLOCK,
    PICTURE,
    REPORT,
    JAVA_MESSAGE,
    JAVA_TRACE,
    PYTHON_FRAMES,
    PYTHON_ENDED,
    PYTHON_CHAIN,
    NODE_SOURCE,
    NODE_MESSAGE,
    NODE_TRACE,
    GO_TRACE,
    RUST_MESSAGE,
    RUST_TRACE,
    RUBY_TRACE
  }

  private static final Pattern CLOSES =
      Pattern.compile("[}\\])]+[,;]*( \\{)?|[}\\])],? .{0,40}[{(\\[]|\"\\} ?");

  private static final Pattern OPENS = Pattern.compile("[{\\[(]");

  /** Letters drawn with symbols, and the frame of a table. */
  private static final Pattern PICTURE = Pattern.compile("\\s*[^\\w\\s]{2}[^\\w]{3}.*");

  private static final Pattern BOX = Pattern.compile("\\s*[\\u2500-\\u257f].*");

  private static final Pattern BULLET = Pattern.compile("(=>) .*");

  private static final Pattern JUL_TIME = Pattern.compile("[A-Z][a-z]{2} \\d{1,2}, \\d{4} ");

  /** The first characters of lines that continue any record. */
  private static final String FOLLOWING = "CS.a->P[#gcsn(*";

  private static final int MOST_SOURCE_LINES = 12;

  private Within within = Within.LINE;
  private String first = "";
  private boolean failed;
  private boolean looked;
  private boolean timed;
  private boolean stamped;
  private boolean blank;
  private int count;
  private int depth;

  /** Whether a frame of a Python trace came. */
  private boolean framed;

  /** Begins a record with its first line. */
  void begin(String line) {
    first = line;
    count = 1;
    blank = line.isBlank();
    brackets(line);
  }

  /** Analyses the first line. It is called only on demand, because most records have one line. */
  private void look() {
    if (looked) {
      return;
    }
    looked = true;
    timed = LineStart.timed(first);
    stamped = timed || LineStart.stamped(first);
    failed = TextLevel.of(first).compareTo(LogLevel.WARN) >= 0;
    within = opens(first);
    if (within == Within.LINE && !stamped && picture(first)) {
      within = Within.PICTURE;
    }
  }

  private static boolean picture(String line) {
    long letters = line.chars().filter(Character::isLetterOrDigit).count();
    long signs = line.chars().filter(c -> c > ' ').count();
    boolean drawn = PICTURE.matcher(line).matches() && 3 * letters < signs;
    return BOX.matcher(line).matches()
        || signs >= 5 && (drawn || 5 * letters < signs) && !TraceShape.RULE.matcher(line).matches();
  }

  private static Within opens(String line) {
    if (TraceShape.pythonTrace(line) || TraceShape.PYTHON_SYNTAX.matcher(line).matches()) {
      return Within.PYTHON_FRAMES;
    } else if (TraceShape.RUST_PANIC.matcher(line).matches()) {
      return line.endsWith(":") ? Within.RUST_MESSAGE : Within.RUST_TRACE;
    } else if (TraceShape.GO_PANIC.matcher(line).matches()) {
      return Within.GO_TRACE;
    } else if (TraceShape.NODE_SOURCE.matcher(line).matches()) {
      return Within.NODE_SOURCE;
    } else if (TraceShape.JAVA_EXCEPTION.matcher(line).matches()) {
      return line.endsWith(":") ? Within.JAVA_MESSAGE : Within.JAVA_TRACE;
    } else if (TraceShape.RUBY_FRAME.matcher(line).matches()) {
      return Within.RUBY_TRACE;
    } else if (TraceShape.SANITIZER.matcher(line).matches()) {
      return Within.REPORT;
    }
    return TraceShape.NODE_EXCEPTION.matcher(line).matches() ? Within.NODE_TRACE : Within.LINE;
  }

  /**
   * Returns whether the line continues the present record; if so, the record contains it from now
   * on.
   */
  boolean takes(String line) {
    boolean more = belongs(line);
    if (more) {
      count++;
      blank = line.isBlank();
      if (blank && within == Within.PYTHON_FRAMES && framed) {
        within = Within.PYTHON_ENDED;
      }
      framed = !TraceShape.pythonTrace(line) && (framed || !blank);
      brackets(line);
    }
    return more;
  }

  private boolean belongs(String line) {
    if (line.isBlank()) {
      look();
      return true;
    }
    if (count == 1 && second(line)) {
      return true;
    }
    if (looked && within == Within.REPORT) {
      return report(line);
    }
    boolean follows =
        FOLLOWING.indexOf(line.charAt(0)) >= 0 && TraceShape.FOLLOWS.matcher(line).matches();
    if (!follows && LineStart.stamped(line)) {
      return looked
          && within == Within.NODE_SOURCE
          && TraceShape.NODE_EXCEPTION.matcher(line).matches()
          && unindented(line);
    }
    look();
    if (follows) {
      within = after(line);
      return true;
    }
    if (Character.isWhitespace(line.charAt(0))) {
      return indented(line);
    }
    return depth > 0 && CLOSES.matcher(line).matches() || unindented(line);
  }

  /** Returns whether the line is a second line that contains the message of its record. */
  private boolean second(String line) {
    if (JUL_TIME.matcher(first).lookingAt() && TraceShape.JUL_HEAD.matcher(first).matches()) {
      look();
      failed = TextLevel.of(line).compareTo(LogLevel.WARN) >= 0;
      return TraceShape.JUL_BODY.matcher(line).matches();
    }
    boolean report =
        TraceShape.RULE.matcher(first).matches() && TraceShape.SANITIZER.matcher(line).matches();
    if (report) {
      look();
      within = Within.REPORT;
    }
    return report;
  }

  /** Returns whether the line belongs to a report, which ends with its own last line. */
  private boolean report(String line) {
    if (TraceShape.RULE.matcher(line).matches() || line.endsWith("==ABORTING")) {
      within = Within.LINE;
      return true;
    }
    return !LineStart.timed(line);
  }

  private Within after(String line) {
    if (line.startsWith("goroutine ") || line.startsWith("created by ")) {
      return Within.GO_TRACE;
    }
    boolean rust = line.startsWith("note: ") || line.startsWith("stack backtrace:");
    return rust ? Within.RUST_TRACE : within == Within.LINE ? Within.JAVA_TRACE : within;
  }

  private boolean indented(String line) {
    boolean frame =
        TraceShape.PYTHON_SYNTAX.matcher(line).matches() || TraceShape.pythonTrace(line);
    if (frame && within == Within.LINE && !failed) {
      return false;
    }
    if (frame) {
      within = Within.PYTHON_FRAMES;
    } else if (within == Within.JAVA_MESSAGE && line.strip().startsWith("at ")) {
      within = Within.JAVA_TRACE;
    } else if (within == Within.NODE_MESSAGE && line.strip().startsWith("at ")) {
      within = Within.NODE_TRACE;
    }
    return true;
  }

  private boolean unindented(String line) {
    if (TraceShape.pythonTrace(line)) {
      boolean more =
          failed && (within == Within.LINE || within == Within.BLOCK)
              || within == Within.PYTHON_CHAIN;
      within = more ? Within.PYTHON_FRAMES : within;
      return more;
    }
    switch (within) {
      case PYTHON_FRAMES:
        within = Within.PYTHON_ENDED;
        return true;
      case PYTHON_ENDED:
        if (blank && TraceShape.PYTHON_CHAIN.matcher(line).matches()) {
          within = Within.PYTHON_CHAIN;
          return true;
        }
        return false;
      case NODE_SOURCE:
        within = TraceShape.NODE_EXCEPTION.matcher(line).matches() ? Within.NODE_MESSAGE : within;
        return count < MOST_SOURCE_LINES;
      case NODE_MESSAGE:
      case JAVA_MESSAGE:
        return count < MOST_SOURCE_LINES;
      case NODE_TRACE:
        return TraceShape.NODE_AFTER.matcher(line).matches() || block(line);
      case GO_TRACE:
        return TraceShape.GO_FRAME.matcher(line).matches();
      case RUST_MESSAGE:
        within = Within.RUST_TRACE;
        return true;
      case RUBY_TRACE:
        return TraceShape.RUBY_FRAME.matcher(line).matches();
      case PICTURE:
        return picture(line) || !Character.isLetterOrDigit(line.charAt(0));
      case BLOCK:
        return !anew(line);
      case LINE:
        return line(line);
      default:
        return block(line);
    }
  }

  /**
   * Returns whether the line continues a trace within a logger's error; the next line of the logger
   * ends the trace.
   */
  private boolean block(String line) {
    return timed && failed && !anew(line);
  }

  private boolean line(String line) {
    if (blank && count == 1) {
      return false;
    }
    if (failed && TraceShape.SOURCE_LINE.matcher(line).matches() || bulleted(line)) {
      return true;
    }
    boolean announced =
        timed
            && !anew(line)
            && (failed
                || count == 1
                    && (first.stripTrailing().endsWith(":")
                        || OPENS.matcher(line).matches()
                        || TraceShape.SQL.matcher(line).matches()));
    Within trace = opens(line);
    boolean traced =
        failed
            && (count == 1 || blank)
            && stamped
            && (trace == Within.JAVA_TRACE
                || trace == Within.JAVA_MESSAGE
                || trace == Within.RUBY_TRACE
                || trace == Within.NODE_TRACE)
            && !anew(line);
    if (traced) {
      within = trace;
    } else if (announced && !OPENS.matcher(line).matches()) {
      within = Within.BLOCK;
    }
    return announced || traced;
  }

  /** Returns whether both lines are items of one list, because the same sign begins each. */
  private boolean bulleted(String line) {
    return BULLET.matcher(first).matches()
        && BULLET.matcher(line).matches()
        && first.charAt(0) == line.charAt(0);
  }

  /** Returns whether the line begins a record although it has no logger's mark. */
  private static boolean anew(String line) {
    return line.startsWith("Exception in thread ")
        || TraceShape.GO_PANIC.matcher(line).matches()
        || TraceShape.RUST_PANIC.matcher(line).matches()
        || TraceShape.NODE_SOURCE.matcher(line).matches();
  }

  private void brackets(String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return;
    }
    if ("}])".indexOf(text.charAt(0)) >= 0 && depth > 0) {
      depth--;
    }
    if ("{[(".indexOf(text.charAt(text.length() - 1)) >= 0) {
      depth++;
    }
  }
}
