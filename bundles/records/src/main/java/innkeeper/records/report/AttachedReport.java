package innkeeper.records.report;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A report whose first line shows no runtime; the frames, causes or last words below it do. It
 * keeps that first line as its message.
 */
final class AttachedReport extends Report {

  /** The lines that attach, and those that may follow them. */
  private enum Form {
    /** Rust's anyhow 1.0: numbered causes, the innermost last. */
    ANYHOW("Caused by:", "Stack backtrace:|Location:", false),
    /** Bun 1.4 and Deno 2.1, below an error of a module. */
    SCRIPT("Bun v\\S+ .*|Stack backtrace:", "", false),
    /** Lua 5.4. */
    LUA("stack traceback:", "", true),
    /** GHC 9.0. */
    HASKELL("CallStack \\(from HasCallStack\\):", "", true),
    /** Tcl 8.6. */
    TCL("    while executing|    \\((procedure|file) \".*", "\".*|.*\"", true),
    /** R 4.2. */
    R("Calls: .*|Execution halted", "Execution halted", false),
    /** Perl 5.36. */
    PERL(
        "Execution of .* aborted due to compilation errors\\.|BEGIN failed--.*"
            + "|\\t\\S+\\(.*\\) called at \\S+ line \\d+",
        "Execution of .*|BEGIN failed--.*",
        true),
    /** An exception below the line of a logger that failed: .NET 8, pino-pretty 11. */
    INDENTED("\\s+(?:[\\w$]+\\.)*\\w*(?:Exception|Error): .*", "---> .*|--- End of .*", false),
    /** Frames of Java, Node.js, .NET, Ruby, PHP or Rust below a message of the program. */
    FRAMES(
        "Caused by: .*|Suppressed: .*|\\s*\\.\\.\\. \\d+ (more|common frames omitted)"
            + "|at [\\w$.<>/]+\\(.*\\)|\\s+at \\S.*[(:].*|--- End of .*|---> .*|PHP\\s+\\d+\\. .*"
            + "|(PHP )?Stack trace:|\\[stacktrace\\]|#\\d+ .*|stack backtrace:|note: .*"
            + "|\\[cause\\]: .*|\\s+0: \\S.*|\\s+from \\S+:\\d+:in [`'].*|\\(Use `node --trace.*",
        "Caused by: .*|Suppressed: .*|\\.\\.\\. \\d+ .*|at [\\w$.<>/]+\\(.*\\)|--- End of .*|---> .*"
            + "|PHP\\s+\\d+\\. .*|Stack trace:|\\[stacktrace\\]|#\\d+ .*|note: .*|\\[cause\\]: .*"
            + "|\\[previous exception\\] .*|\\(Use `node --trace.*",
        false);

    private final Pattern attaches;
    private final Pattern follows;
    private final boolean failure;

    /**
     * @param failure whether it makes a record a failure, so that it attaches to any line; other
     *     forms than frames attach only to a warning or an error
     */
    Form(String attaches, String follows, boolean failure) {
      this.attaches = Pattern.compile(attaches);
      this.follows = Pattern.compile(follows);
      this.failure = failure;
    }
  }

  /** An exception at the end of a logged message, or one with a package before its name. */
  private static final Pattern LOGGED =
      Pattern.compile(
          "((?:[a-z_]\\w*\\.)+[A-Z][\\w$]*: .*)|(?:.*?[ <#\\]])?((?:[a-z_]\\w*[.\\\\])*(?:[A-Z]\\w*)?(?:Error|Exception)(?: \\[\\w+\\])?: .*?)>?");

  private static final Pattern CAUSE =
      Pattern.compile(
          "(?:Caused by|\\[cause\\]): (?!\\[CIRCULAR )(.*)|\\[previous exception\\] (.*)");

  private static final Pattern NUMBERED = Pattern.compile("\\s+(?:\\d+: )?(.*)");

  /** The beginnings of unindented lines that attach. */
  private static final String[] BEGINNINGS = {
    "Caused by:", "Suppressed: ", "Stack", "stack ", "CallStack ", "Calls: ", "Bun v", "Execution ",
    "BEGIN failed", "at ", "... ", "--- End", "---> ", "PHP ", "[stacktrace]", "[cause]",
    "[previous ", "#", "note: ", "(Use `node", "goroutine "
  };

  private final Form form;

  private AttachedReport(Form form, SeenLine head) {
    this.form = form;
    Matcher logged = LOGGED.matcher(head.text());
    if (form != Form.FRAMES) {
      outer(head.text().replaceFirst("^Error: ", ""));
    } else if (logged.matches()) {
      outer(logged.group(1) == null ? logged.group(2) : logged.group(1));
    }
  }

  static Optional<Report> of(SeenLine line, SeenLine head, boolean failed) {
    Optional<Report> report =
        Arrays.stream(Form.values())
            .filter(form -> failed || form.failure || form == Form.FRAMES)
            .filter(form -> form.attaches.matcher(line.text()).matches())
            .findFirst()
            .map(form -> new AttachedReport(form, form == Form.INDENTED ? line : head));
    report.ifPresent(attached -> attached.takes(line, false));
    return report;
  }

  /** Returns whether the line may attach, by its beginning. */
  static boolean may(SeenLine line) {
    if (line.indented()) {
      return true;
    }
    for (String beginning : BEGINNINGS) {
      if (line.text().startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the line alone makes its record a failure. */
  static boolean failing(String line) {
    return Arrays.stream(Form.values())
        .anyMatch(form -> form.failure && form.attaches.matcher(line).matches());
  }

  @Override
  public boolean failure() {
    return !outer().isEmpty();
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    Matcher cause = CAUSE.matcher(text.strip());
    Matcher numbered = NUMBERED.matcher(text);
    if (form == Form.FRAMES && !line.indented() && cause.matches()) {
      inner(cause.group(1) == null ? cause.group(2) : cause.group(1));
    } else if (form == Form.ANYHOW && numbered.matches()) {
      inner(numbered.group(1));
    }
    return line.indented()
        || form.attaches.matcher(text).matches()
        || form.follows.matcher(text).matches();
  }
}
