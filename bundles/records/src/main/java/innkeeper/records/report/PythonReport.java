package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A traceback of CPython 3.11 and 3.13, also of exception groups, of rich 13 with its boxes, of
 * loguru 0.7 with values, of a child process, and of faulthandler. A chain is printed with its
 * innermost exception first.
 */
final class PythonReport extends Report {

  private static final Pattern TRACE =
      Pattern.compile(
          "(?i)(\\s*[+|╭│] *)*(─+ )?(exception group |[\\w ]{0,30})?"
              + "traceback \\(most recent call last\\):?( ─+╮?)?");

  private static final Pattern FRAME = Pattern.compile("(> |  )File \".*\", line \\d+.*");

  private static final Pattern REMOTE =
      Pattern.compile("[\\w.]+\\._?(Remote|_Remote)Traceback: ?|[\\w.]+RemoteTraceback: ?");

  private static final Pattern FATAL = Pattern.compile("Fatal Python error: (.*)");

  private static final Pattern FATAL_MORE =
      Pattern.compile(
          "(Current thread|Thread) 0x.*|Extension modules: .*|Python runtime state: .*|<no Python frame>");

  private static final Pattern CHAIN =
      Pattern.compile(
          "(During handling of the above exception, another|The above exception was the direct) .*");

  /** The line of an exception group; the first one contains the name of the group. */
  private static final Pattern GROUP = Pattern.compile("\\s*\\| ((?:\\w+\\.)*\\w*Group: .*)");

  /** Lines after an exception, of SQLAlchemy 2.1 and of the runtime. */
  private static final Pattern AFTER =
      Pattern.compile("\\[(SQL|parameters): .*|\\(Background on .*|\"\"\".*");

  private static final Pattern NAMED =
      Pattern.compile(
          "[A-Za-z_][\\w.]*(Error|Exception|Warning|Exit|Interrupt|Group|Timeout)\\b.*"
              + "|(\\w+\\.)+[A-Z]\\w*(: .*)?");

  private static final String BOX = "╭│╰─";

  private enum Part {
    FRAMES,
    ENDED,
    CHAIN,
    FATAL
  }

  private Part part = Part.FRAMES;

  /** Whether lines without a mark are its own until the next one with a mark, as on stderr. */
  private final boolean alone;

  /** The indentation of the traceback, which its exception has, too. */
  private final int indent;

  private boolean framed;
  private boolean coloured;

  /** The exception of the present traceback; "" until it is printed. */
  private String present = "";

  private String first = "";

  private PythonReport(SeenLine line, boolean alone) {
    this.alone = alone;
    indent = trace(line) ? indent(line) : 0;
    Matcher fatal = FATAL.matcher(line.text());
    if (fatal.matches()) {
      part = Part.FATAL;
      outer(fatal.group(1));
    }
  }

  static boolean opens(SeenLine line) {
    return trace(line) || FRAME.matcher(line.text()).matches() && line.indented();
  }

  static Optional<Report> of(SeenLine line, boolean alone) {
    boolean other =
        line.text().startsWith("Fatal Python error: ") || REMOTE.matcher(line.text()).matches();
    return opens(line) || other ? Optional.of(new PythonReport(line, alone)) : Optional.empty();
  }

  static boolean trace(SeenLine line) {
    return line.text().contains("raceback (most recent call last)")
        && TRACE.matcher(line.text()).matches();
  }

  private static int indent(SeenLine line) {
    return line.text().length() - line.text().stripLeading().length();
  }

  @Override
  public boolean complete() {
    return part == Part.ENDED;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    return switch (part) {
      case FATAL ->
          line.indented()
              || FATAL_MORE.matcher(line.text()).matches()
              || NAMED.matcher(line.text()).matches();
      case FRAMES -> frames(line, afterBlank);
      case CHAIN -> chain(line);
      case ENDED -> ended(line, afterBlank);
    };
  }

  private boolean frames(SeenLine line, boolean afterBlank) {
    String text = line.text();
    Matcher group = GROUP.matcher(text);
    if (group.matches()) {
      exception(group.group(1));
      return true;
    }
    boolean grouped = line.indented() && "|+".indexOf(text.strip().charAt(0)) >= 0;
    if (grouped
        || indent(line) > indent
        || FRAME.matcher(text).matches()
        || BOX.indexOf(text.charAt(0)) >= 0) {
      framed = true;
      return true;
    }
    if (trace(line) || text.startsWith("\"\"\"")) {
      return true;
    }
    if (present.isEmpty() && afterBlank && framed && !NAMED.matcher(text).matches()) {
      part = Part.ENDED;
      return false;
    }
    if (!present.isEmpty()) {
      return ended(line, afterBlank);
    }
    exception(text.strip());
    part = Part.ENDED;
    coloured = line.colourStaysOpen();
    return true;
  }

  private void exception(String text) {
    if (present.isEmpty()) {
      present = text;
      first = first.isEmpty() ? text : first;
      outer(text);
      inner(first.equals(text) ? "" : first);
    }
  }

  private boolean chain(SeenLine line) {
    if (trace(line)) {
      part = Part.FRAMES;
      framed = false;
      present = "";
      return true;
    }
    return line.indented() && GROUP.matcher(line.text()).matches();
  }

  private boolean ended(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (coloured) {
      coloured = !line.endsColour();
      return true;
    }
    if (CHAIN.matcher(text.strip()).matches()) {
      part = Part.CHAIN;
      return true;
    }
    if (line.indented() || AFTER.matcher(text).matches()) {
      return true;
    }
    boolean announced = single() && outer().endsWith(":") && !line.stamped();
    return (announced || alone && !line.stamped() && !trace(line)) && another();
  }
}
