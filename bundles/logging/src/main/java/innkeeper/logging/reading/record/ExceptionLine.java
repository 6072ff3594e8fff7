package innkeeper.logging.reading.record;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the line of a stack trace that describes the failure. */
final class ExceptionLine {

  /**
   * An exception with its name, such as {@code KeyError: 'sku-31'}, {@code java.io.IOException: x}
   * or {@code app.Gone}.
   */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:(?:Exception in thread \".*?\"|Unhandled exception\\.|PHP Fatal error:  ?Uncaught|Uncaught|Caused by:|\\[cause\\]:) )?"
              + "((?:[\\w$]+[.\\\\:]{1,2})*[A-Z][\\w$]*(?: ?\\[\\w+\\])?(?::\\s.*|\\b.{0,4})?)");

  private static final Pattern PYTHON = Pattern.compile("[A-Za-z_][\\w.]*(: .*)?");

  /** A line of an exception group; the first such line contains the name of the group. */
  private static final Pattern PYTHON_GROUP =
      Pattern.compile("\\s*\\| ((?:\\w+\\.)*\\w*Group: .*)");

  /** An indented exception, in the form of .NET's console logger. */
  private static final Pattern QUALIFIED =
      Pattern.compile("\\s+(?:[\\w$]+\\.)*\\w*(?:Exception|Error): .*");

  private static final Pattern PANIC =
      Pattern.compile("((?:panic|fatal error|runtime): .*?)(?: \\[recovered\\])?");

  /** An exception at the end of a logged message. */
  private static final Pattern LOGGED =
      Pattern.compile(".*?[ <#]((?:[a-z_]\\w*\\.)*[A-Z]\\w*(?:Error|Exception): .*?)>?");

  private static final Pattern RUST =
      Pattern.compile("thread '.*' (?:\\(\\d+\\) )?panicked at (?:'(.*)', )?\\S+:\\d+:\\d+:?");

  private static final Pattern RUBY =
      Pattern.compile("\\S+\\.(?:rb|erb|rake):\\d+:in [`'].*?': (.* \\(\\w[\\w:]*\\))");

  private ExceptionLine() {}

  /** Returns the line; empty if the record has no stack trace. */
  static Optional<String> in(List<String> lines) {
    String first = RecordReader.look(lines.get(0));
    Matcher panic = PANIC.matcher(first);
    if (panic.matches()) {
      return Optional.of(panic.group(1));
    }
    Matcher ruby = RUBY.matcher(first);
    if (ruby.matches()) {
      return Optional.of(ruby.group(1));
    }
    Matcher rust = RUST.matcher(first);
    if (rust.matches()) {
      String message = rust.group(1);
      return message == null && lines.size() > 1
          ? Optional.of(RecordReader.look(lines.get(1)).strip())
          : Optional.ofNullable(message);
    }
    return lines.size() < 2 ? Optional.empty() : named(lines);
  }

  private static Optional<String> named(List<String> lines) {
    boolean python = false;
    boolean frames = false;
    String found = null;
    for (String raw : lines) {
      String line = RecordReader.look(raw);
      if (line.isBlank()) {
        continue;
      }
      boolean trace = line.contains("Traceback (most recent call last):");
      python |= trace || line.startsWith("  File \"");
      frames |= frame(line.strip());
      Matcher group = PYTHON_GROUP.matcher(line);
      if (group.matches()) {
        found = found == null ? group.group(1) : found;
      } else if (!Character.isWhitespace(line.charAt(0)) && !trace) {
        Matcher named = (python ? PYTHON : NAMED).matcher(line);
        boolean logged =
            !python
                && LineStart.stamped(line)
                && !line.startsWith("Error: ")
                && !line.startsWith("PHP Fatal error:");
        if (!logged
            && named.matches()
            && (found == null || python || line.startsWith("Caused by: "))) {
          found = python ? line : named.group(1);
        }
      } else if (found == null && QUALIFIED.matcher(line).matches()) {
        found = line.strip();
      }
    }
    if (found == null && frames) {
      Matcher logged = LOGGED.matcher(RecordReader.look(lines.get(0)));
      found = logged.matches() ? logged.group(1) : null;
    }
    return Optional.ofNullable(frames || python ? found : null);
  }

  private static boolean frame(String line) {
    return line.startsWith("at ")
        || line.startsWith("#0 ")
        || line.startsWith("from ")
        || TraceShape.RUBY_FRAME.matcher(line).matches()
        || line.startsWith("0: ")
        || line.startsWith("goroutine ");
  }
}
