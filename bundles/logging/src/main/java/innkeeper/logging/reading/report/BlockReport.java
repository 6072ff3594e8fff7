package innkeeper.logging.reading.report;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A report whose lines are known by their first letters or by the line that ends it. */
final class BlockReport extends Report {

  /** What a program prints as one block. */
  private enum Form {
    /** The sanitizers of GCC 12: up to a rule or the line about the abort. */
    SANITIZER(
        "==\\d+==\\s?(?:ERROR|WARNING): (?<what>\\w+Sanitizer.*)|(?<other>WARNING: (?:DATA RACE|\\w+Sanitizer.*))",
        "",
        "[=*#~-]{8,}|.*==ABORTING|SUMMARY: .* leaked in .*",
        ""),
    /** The JVM's fatal error, and an end for lack of memory: lines that begin with "#". */
    JVM(
        "Aborting due to (?<what>.*)|(?<other>#|# A fatal error has been detected .*)",
        "#.*",
        "",
        "# {2,}(?<what>\\S.*)"),
    /** Node.js 18 to 24 without memory. */
    V8_MEMORY(
        "<--- Last few GCs --->|FATAL ERROR: (?<what>.*)",
        "<--- .* --->|\\[\\d+:0x[0-9a-f]+\\].*|FATAL ERROR: .*|\\s*\\d+: (0x)?[0-9a-f]+ .*|-+ .* stack trace -+",
        "",
        "FATAL ERROR: (?<what>.*)"),
    /** An exception of C++ that nothing caught, from libstdc++ of GCC 12. */
    TERMINATE(
        "terminate called after throwing an instance of '(?<type>.*)'|(?<what>terminate called .*)",
        "terminate called recursively",
        "",
        "\\s+what\\(\\):\\s+(?<what>.*)"),
    /** An exception of OCaml 4.13. */
    OCAML(
        "Fatal error: exception (?<what>.*)",
        "(Raised (at|by)|Re-raised at|Called from) .*",
        "",
        ""),
    /** An error of R 4.2. */
    R("(?<what>Error in .+? : ?.*)", "Calls: .*|Execution halted|In addition: .*", "", ""),
    /** An error in the configuration of Redis 7.0; the last line says what is wrong. */
    REDIS(
        "\\*\\*\\* FATAL CONFIG FILE ERROR.*",
        "Reading the .*|>>> .*|[A-Z].*",
        "[A-Z](?!eading the ).*",
        "(?<what>[A-Z](?!eading the ).*)"),
    /** An error of Guile 3.0, below its backtrace. */
    GUILE(
        "Backtrace:",
        "In .*:|.*In procedure .*:|ERROR: .*",
        "(?!In |ERROR: ).*[^:]",
        "(?<what>(?!In |ERROR: ).*[^:])"),
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

  private final Form form;
  private String type = "";
  private boolean closed;

  private BlockReport(Form form, Matcher opening) {
    this.form = form;
    String pattern = form.opens.pattern();
    type = pattern.contains("<type>") && opening.group("type") != null ? opening.group("type") : "";
    String what = pattern.contains("<what>") ? opening.group("what") : null;
    what = what == null && form == Form.SANITIZER ? opening.group("other") : what;
    outer(what != null ? what : type);
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
    closed = form.closes.matcher(text).matches();
    boolean own =
        closed
            || line.indented()
            || form.takes.map(p -> p.matcher(text).matches()).orElse(!line.timed());
    if (form == Form.R && line.indented() && outer().endsWith(":")) {
      outer(outer() + " " + text.strip());
    }
    Matcher message = form.message.matcher(text);
    if (own && message.matches() && (outer().isEmpty() || !type.isEmpty() && inner().isEmpty())) {
      String what = message.group("what");
      outer(type.isEmpty() ? what : type + ": " + what);
    }
    return own;
  }
}
