package innkeeper.records.report;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A report whose lines are known by their first letters or by the line that ends it. */
final class BlockReport extends Report {

  /** The blocks that are known, each with the program and the version that printed it. */
  private enum Form {
    /** The sanitizers of GCC 12: up to a rule or the line about the abort. */
    SANITIZER(
        "==\\d+==\\s?(?:ERROR|WARNING): (?<what>\\w+Sanitizer.*)|\\w+Sanitizer:DEADLYSIGNAL"
            + "|(?<other>WARNING: (?:DATA RACE|\\w+Sanitizer.*))",
        "",
        "[=*#~-]{8,}|.*==ABORTING|SUMMARY: .* leaked in .*",
        "==\\d+==\\s?ERROR: (?<what>\\w+Sanitizer.*)"),
    /** The JVM's fatal error, and an end for lack of memory: lines that begin with "#". */
    JVM(
        "Aborting due to (?<what>.*)|# A fatal error has been detected .*",
        "#.*",
        "",
        "# {2,}(?<what>\\S.*)"),
    /** Node.js 18 to 24 without memory. */
    V8_MEMORY(
        "<--- Last few GCs --->|FATAL ERROR: (?<what>.*)",
        "<--- .* --->|\\[\\d+:0x[0-9a-f]+\\].*|FATAL ERROR: .*|\\s*\\d+: (0x)?[0-9a-f]+ .*"
            + "|-+ .* stack trace -+",
        "",
        "FATAL ERROR: (?<what>.*)"),
    /** An exception of C++ that nothing caught, from libstdc++ of GCC 12. */
    TERMINATE(
        "(?<what>terminate called .*|pure virtual method called)",
        "terminate called .*",
        "",
        "\\s+what\\(\\):\\s+(?<what>.*)"),
    /** A stack that overflowed, of Rust 1.95. */
    RUST_STACK(
        "(?<what>thread '.*' (?:\\(\\d+\\) )?has overflowed its stack)",
        "fatal runtime error: .*",
        "",
        ""),
    /** An error at run time of Fortran, from libgfortran of GCC 12. */
    FORTRAN(
        "At line \\d+ of file .*|Fortran runtime error: (?<what>.*)",
        "Fortran runtime error: .*|Error termination\\. Backtrace:|#\\d+ .*|In file .*",
        "",
        "Fortran runtime error: (?<what>.*)"),
    /** An exception of OCaml 4.13. */
    OCAML(
        "Fatal error: exception (?<what>.*)",
        "(Raised (at|by)|Re-raised at|Called from) .*",
        "",
        ""),
    /** The end of Erlang/OTP 25. */
    ERLANG("(?<what>init terminating in do_boot .*)", "Crash dump is being written to: .*", "", ""),
    /** An error of R 4.2. */
    R("(?<what>Error in .+? : ?.*)", "Calls: .*|Execution halted|In addition: .*", "", ""),
    /** An error in the configuration of Redis 7.0; the last line says what is wrong. */
    REDIS(
        "\\*\\*\\* FATAL CONFIG FILE ERROR.*",
        "\\S.*",
        "(?!Reading the |>>> )\\S.*",
        "(?!Reading the |>>> )(?<what>\\S.*)"),
    /** A start of the JVM that failed, of JDK 17 and 25. */
    JVM_START("Error occurred during initialization of .*", "\\S.*", "", "(?<what>\\S.*)"),
    /** An error of Guile 3.0, below its backtrace. */
    GUILE(
        "Backtrace:",
        "In .*:|.*In procedure .*|ERROR: .*",
        "(?!In |ERROR: |\\S+:\\d+:\\d+: )\\S.*|.*In procedure [^:]+: \\S.*",
        "(?:\\S+:\\d+:\\d+: |ERROR: )?(?<what>In procedure [^:]+: \\S.*|(?!In )\\S.*[^:])"),
    /** A failed start of Spring Boot 3.4, below the logger's line. */
    SPRING(
        "APPLICATION FAILED TO START",
        "\\*{20,}|\\w.*",
        "",
        "(?!Description:$|Action:$)(?<what>\\w.*)");

    private final Pattern opens;
    private final Optional<Pattern> takes;
    private final Pattern closes;
    private final Pattern message;

    /**
     * @param takes the unindented lines within; "" for any line without a time
     * @param closes the last line; "" if no line ends it
     * @param message the line with the message, named {@code what}; "" if it is in the first line
     */
    Form(String opens, String takes, String closes, String message) {
      this.opens = Pattern.compile(opens);
      this.takes = takes.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(takes));
      this.closes = Pattern.compile(closes.isEmpty() ? "(?!)" : closes);
      this.message = Pattern.compile(message.isEmpty() ? "(?!)" : message);
    }
  }

  private static final Pattern TYPE =
      Pattern.compile("terminate called after throwing an instance of '(.*)'");

  private final Form form;
  private boolean closed;

  private BlockReport(Form form, Matcher opening) {
    this.form = form;
    String pattern = form.opens.pattern();
    String what = pattern.contains("<what>") ? opening.group("what") : null;
    String other = pattern.contains("<other>") ? opening.group("other") : null;
    outer(what != null ? what : other != null ? other : "");
  }

  static Optional<Report> of(SeenLine line) {
    return Arrays.stream(Form.values())
        .map(form -> opened(form, line))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Report> opened(Form form, SeenLine line) {
    Matcher opening = form.opens.matcher(line.text());
    return opening.matches() ? Optional.of(new BlockReport(form, opening)) : Optional.empty();
  }

  @Override
  public boolean failure() {
    return !outer().isEmpty() && !outer().startsWith("WARNING: ");
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (closed) {
      return false;
    }
    boolean told = !outer().isEmpty();
    closed = form.closes.matcher(text).matches() && (told || form != Form.SANITIZER);
    boolean own =
        closed
            || line.indented()
            || form.takes.map(p -> p.matcher(text).matches()).orElse(!line.timed());
    if (form == Form.R && line.indented() && outer().endsWith(":")) {
      outer(outer() + " " + text.strip());
    }
    Matcher message = form.message.matcher(text);
    Matcher type = TYPE.matcher(outer());
    if (own && message.matches() && (!told || type.matches())) {
      outer((told ? type.group(1) + ": " : "") + message.group("what"));
    }
    return own;
  }
}
