package innkeeper.logging.record;

import innkeeper.api.record.LogLevel;
import java.util.regex.Pattern;

/**
 * Whether a line continues the record that is open. Indented lines do, and so do the lines that a
 * runtime prints unindented within a stack trace; which, depends on whose trace it is.
 */
final class RecordContinuation {

  /** What the open record is in the middle of. */
  private enum Within {
    LINE,
    JAVA_TRACE,
    PYTHON_FRAMES,
    PYTHON_ENDED,
    PYTHON_CHAIN,
    NODE_SOURCE,
    NODE_TRACE,
    GO_TRACE,
    RUST_MESSAGE,
    RUST_TRACE,
    RUBY_TRACE
  }

  /** Lines of any trace that follow something, whatever that is. */
  private static final Pattern FOLLOWS =
      Pattern.compile(
          "Caused by: ?.*|Suppressed: .*|\\.\\.\\. \\d+ (more|common frames omitted)"
              + "|at [\\w$.<>/]+\\(.*\\)|--- End of .*|---> .*|PHP\\s+\\d+\\. .*"
              + "|(PHP )?Stack trace:|#\\d+ .*|goroutine \\d+ \\[.*\\]:|created by .*"
              + "|stack backtrace:|note: .*|\\[cause\\]: .*|\\[(SQL|parameters): .*|\\(Background on .*");

  private static final Pattern JAVA_EXCEPTION =
      Pattern.compile(
          "(Exception in thread \".*\" )?([a-z_$][\\w$]*\\.)+[A-Z][\\w$.]*(Exception|Error|Throwable|Failure)?(: .*)?");

  private static final Pattern PYTHON_TRACE =
      Pattern.compile("(\\s*[+|] *)*(Exception Group )?Traceback \\(most recent call last\\):");

  private static final Pattern PYTHON_CHAIN =
      Pattern.compile(
          "(During handling of the above exception, another|The above exception was the direct)"
              + " .*");

  private static final Pattern PYTHON_SYNTAX = Pattern.compile("  File \".*\", line \\d+.*");

  private static final Pattern NODE_SOURCE =
      Pattern.compile("(/|file:|node:|[A-Za-z]:\\\\|webpack)\\S*:\\d+|Uncaught:?|Uncaught .*");

  private static final Pattern NODE_EXCEPTION =
      Pattern.compile(
          "(Uncaught )?[A-Z]\\w*(Error|Exception)\\b.*|\\[?Unhandled\\w*Rejection.*|Error\\b.*");

  private static final Pattern NODE_AFTER =
      Pattern.compile("Node\\.js v\\d.*|\\(Use `node --trace.*|Thrown at:|From previous event:");

  private static final Pattern GO_PANIC =
      Pattern.compile("(panic|fatal error|runtime|SIG[A-Z]{2,6}): .*|unexpected fault address .*");

  private static final Pattern GO_FRAME =
      Pattern.compile(
          "[\\w./*()\\[\\]{}·-]+\\.[\\w.*()\\[\\]{}·-]+\\(.*\\)|\\[signal .*|exit status \\d+"
              + "|panic: .*|\\.\\.\\.additional frames .*|r(\\d+|[a-z]{2,5}) +0x[0-9a-f]+"
              + "|[cefgs]?s? +0x[0-9a-f]+|PC=0x.*");

  private static final Pattern RUST_PANIC =
      Pattern.compile("thread '.*' (\\(\\d+\\) )?panicked at .*");

  private static final Pattern RUBY_FRAME =
      Pattern.compile("\\S+\\.(rb|erb|rake):\\d+:in .*|from \\S+:\\d+:in .*");

  private static final Pattern CLOSES =
      Pattern.compile("[}\\])]+[,;]*( \\{)?|[}\\])],? .{0,40}[{(\\[]");

  private static final int MOST_SOURCE_LINES = 12;

  private Within within = Within.LINE;
  private boolean failed;
  private boolean stamped;
  private boolean blank;
  private int count;
  private int depth;

  /** The first line of a record. */
  void begin(String line) {
    stamped = LineStart.stamped(line);
    failed = TextLevel.of(line).compareTo(LogLevel.WARN) >= 0;
    count = 1;
    within = opens(line);
    brackets(line);
  }

  private static Within opens(String line) {
    if (PYTHON_TRACE.matcher(line).matches() || PYTHON_SYNTAX.matcher(line).matches()) {
      return Within.PYTHON_FRAMES;
    } else if (RUST_PANIC.matcher(line).matches()) {
      return line.endsWith(":") ? Within.RUST_MESSAGE : Within.RUST_TRACE;
    } else if (GO_PANIC.matcher(line).matches()) {
      return Within.GO_TRACE;
    } else if (NODE_SOURCE.matcher(line).matches()) {
      return Within.NODE_SOURCE;
    } else if (JAVA_EXCEPTION.matcher(line).matches()) {
      return Within.JAVA_TRACE;
    } else if (RUBY_FRAME.matcher(line).matches()) {
      return Within.RUBY_TRACE;
    }
    return NODE_EXCEPTION.matcher(line).matches() ? Within.NODE_TRACE : Within.LINE;
  }

  /** Whether it continues the open record; if so, it counts as taken. */
  boolean takes(String line) {
    boolean more = belongs(line);
    if (more) {
      count++;
      blank = line.isBlank();
      brackets(line);
    }
    return more;
  }

  private boolean belongs(String line) {
    if (line.isBlank()) {
      return within != Within.LINE || depth > 0 || failed && stamped;
    }
    if (LineStart.stamped(line)) {
      return false;
    }
    if (Character.isWhitespace(line.charAt(0))) {
      return indented(line);
    }
    if (depth > 0 && CLOSES.matcher(line).matches()) {
      return true;
    }
    if (FOLLOWS.matcher(line).matches()) {
      within = after(line);
      return true;
    }
    return unindented(line);
  }

  private Within after(String line) {
    if (line.startsWith("goroutine ") || line.startsWith("created by ")) {
      return Within.GO_TRACE;
    }
    boolean rust = line.startsWith("note: ") || line.startsWith("stack backtrace:");
    return rust ? Within.RUST_TRACE : within == Within.LINE ? Within.JAVA_TRACE : within;
  }

  private boolean indented(String line) {
    boolean frame = PYTHON_SYNTAX.matcher(line).matches() || PYTHON_TRACE.matcher(line).matches();
    if (frame && within == Within.LINE && !failed) {
      return false;
    }
    if (frame) {
      within = Within.PYTHON_FRAMES;
    }
    return true;
  }

  private boolean unindented(String line) {
    boolean firstTrace = within == Within.LINE && failed && stamped;
    if (PYTHON_TRACE.matcher(line).matches()) {
      boolean more = firstTrace || within == Within.PYTHON_CHAIN;
      within = more ? Within.PYTHON_FRAMES : within;
      return more;
    }
    switch (within) {
      case PYTHON_FRAMES:
        within = Within.PYTHON_ENDED;
        return true;
      case PYTHON_ENDED:
        if (blank && PYTHON_CHAIN.matcher(line).matches()) {
          within = Within.PYTHON_CHAIN;
          return true;
        }
        return false;
      case NODE_SOURCE:
        within = NODE_EXCEPTION.matcher(line).matches() ? Within.NODE_TRACE : within;
        return count < MOST_SOURCE_LINES;
      case NODE_TRACE:
        return NODE_AFTER.matcher(line).matches();
      case GO_TRACE:
        return GO_FRAME.matcher(line).matches();
      case RUST_MESSAGE:
        within = Within.RUST_TRACE;
        return true;
      case RUBY_TRACE:
        return RUBY_FRAME.matcher(line).matches();
      case LINE:
        return firstTrace && begins(line);
      default:
        return false;
    }
  }

  /** Whether a logged error goes on with the trace of its exception. */
  private boolean begins(String line) {
    Within trace = opens(line);
    boolean more =
        (count == 1 || count == 2 && blank)
            && !line.startsWith("Exception in thread ")
            && (trace == Within.JAVA_TRACE
                || trace == Within.RUBY_TRACE
                || trace == Within.NODE_TRACE);
    within = more ? trace : within;
    return more;
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
