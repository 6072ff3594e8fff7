package innkeeper.logging.reading.record;

import java.util.regex.Pattern;

/** Patterns of lines in the stack traces of runtimes. */
final class TraceShape {

  /** Lines of any trace that continue any kind of line. */
  static final Pattern FOLLOWS =
      Pattern.compile(
          "Caused by: ?.*|Suppressed: .*|\\.\\.\\. \\d+ (more|common frames omitted)"
              + "|at [\\w$.<>/]+\\(.*\\)|--- End of .*|---> .*|PHP\\s+\\d+\\. .*"
              + "|(PHP )?Stack trace:|\\[stacktrace\\]|#\\d+ .*|goroutine \\d+ \\[.*\\]:|created by .*"
              + "|stack backtrace:|note: .*|\\[cause\\]: .*|\\[(SQL|parameters): .*|\\(Background on .*"
              + "|\\(Use `node --trace.*|\\*\\* \\(.*");

  static final Pattern JAVA_EXCEPTION =
      Pattern.compile(
          "(Exception in thread \".*\" )?([A-Za-z_$][\\w$]*\\.)+[A-Z][\\w$.]*(Exception|Error|Throwable|Failure)?(: .*)?");

  private static final Pattern PYTHON_TRACE =
      Pattern.compile(
          "(?i)(\\s*[+|] *)*(exception group |[\\w ]{0,30})?traceback \\(most recent call last\\):");

  static final Pattern PYTHON_CHAIN =
      Pattern.compile(
          "(During handling of the above exception, another|The above exception was the direct) .*");

  static final Pattern PYTHON_SYNTAX = Pattern.compile("  File \".*\", line \\d+.*");

  static final Pattern NODE_SOURCE =
      Pattern.compile("(/|file:|node:|[A-Za-z]:\\\\|webpack)\\S*:\\d+|Uncaught:?|Uncaught .*");

  static final Pattern NODE_EXCEPTION =
      Pattern.compile(
          "(Uncaught )?[A-Z]\\w*(Error|Exception)\\b.*|\\[?Unhandled\\w*Rejection.*|Error\\b.*");

  static final Pattern NODE_AFTER =
      Pattern.compile("Node\\.js v\\d.*|Thrown at:|From previous event:");

  static final Pattern GO_PANIC =
      Pattern.compile("(panic|fatal error|runtime|SIG[A-Z]{2,6}): .*|unexpected fault address .*");

  static final Pattern GO_FRAME =
      Pattern.compile(
          "[\\w./*()\\[\\]{}·-]+\\.[\\w.*()\\[\\]{}·-]+\\(.*\\)|panic\\(.*\\)|\\[signal .*"
              + "|exit status \\d+|panic: .*|\\.\\.\\.additional frames .*"
              + "|r(\\d+|[a-z]{2,5}) +0x[0-9a-f]+|[cefgs]?s? +0x[0-9a-f]+|PC=0x.*");

  static final Pattern RUST_PANIC = Pattern.compile("thread '.*' (\\(\\d+\\) )?panicked at .*");

  static final Pattern RUBY_FRAME = Pattern.compile("(from )?\\S+:\\d+:in [`'].*");

  /** The first line of a record of java.util.logging; its level is on the second line. */
  static final Pattern JUL_HEAD =
      Pattern.compile(
          "[A-Z][a-z]{2} \\d{1,2}, \\d{4} \\d{1,2}:\\d{2}:\\d{2}\\s(AM|PM) [\\w.$<>]+ \\S+");

  static final Pattern JUL_BODY =
      Pattern.compile("(SEVERE|WARNING|INFO|CONFIG|FINE|FINER|FINEST): .*");

  /** A rule between two parts of a report. */
  static final Pattern RULE = Pattern.compile("[=*#~-]{8,}");

  static final Pattern SANITIZER =
      Pattern.compile(
          "WARNING: (DATA RACE|\\w+Sanitizer.*)|==\\d+==\\s?(ERROR|WARNING): \\w+Sanitizer.*");

  /** A source line with its number, as compilers print it. */
  static final Pattern SOURCE_LINE =
      Pattern.compile("\\d+ +\\|.*|> \\d+ +\\|.*|For more information about this error.*");

  static final Pattern SQL =
      Pattern.compile(
          "(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|FROM|WHERE|CREATE|ALTER|DROP|BEGIN|COMMIT) .*");

  private TraceShape() {}

  static boolean pythonTrace(String line) {
    return line.contains("raceback (most recent call last):")
        && PYTHON_TRACE.matcher(line).matches();
  }
}
