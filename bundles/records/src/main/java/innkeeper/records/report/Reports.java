package innkeeper.records.report;

import innkeeper.api.record.LogLevel;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the report that a line opens. */
public final class Reports {

  /** Lines that CPython 3.11 and Ruby 3.1 print before a trace that belongs to them. */
  private static final Pattern ANNOUNCES =
      Pattern.compile(
          "Task exception was never retrieved|Exception ignored in.*|Exception in .*|Process \\S+:"
              + "|Unhandled exception.*|#<Thread:.*|(future|handle): <.*");

  private static final Pattern AFTER_ANNOUNCEMENT = Pattern.compile("(future|handle): <.*");

  /** The reports that a logger's record may contain. */
  private static final Set<Class<?>> JOINING =
      Set.of(
          PythonReport.class,
          JavaReport.class,
          NodeReport.class,
          RubyReport.class,
          BlockReport.class);

  /** A message of {@code die} or {@code warn} of Perl 5.36. */
  private static final Pattern PERL = Pattern.compile(".+ at \\S+\\.p[lm] line \\d+\\.?");

  /** A rule between two parts of a report, or the line with which the JVM begins one. */
  private static final Pattern RULE = Pattern.compile("[=*#~-]{8,}|#");

  private Reports() {}

  /**
   * Returns the report that a line opens.
   *
   * @param alone whether unmarked lines after an exception belong to it, because the program prints
   *     its other lines on another stream
   */
  public static Optional<Report> opened(SeenLine line, boolean alone) {
    if (!line.telling() || GoReport.frames(line)) {
      return Optional.empty();
    }
    return PythonReport.of(line, alone)
        .or(() -> DenoReport.of(line))
        .or(() -> BlockReport.of(line))
        .or(() -> PhpReport.of(line))
        .or(() -> GoReport.of(line, alone))
        .or(() -> RustReport.of(line, alone))
        .or(() -> ErlangReport.of(line))
        .or(() -> BunReport.of(line))
        .or(() -> JavaReport.of(line))
        .or(() -> RubyReport.of(line, alone))
        .or(() -> NodeReport.of(line))
        .or(() -> PostgresReport.of(line));
  }

  /** Returns whether the line may begin a report within a record; {@code false} is certain. */
  public static boolean mayContinue(SeenLine line) {
    return line.telling() || AttachedReport.may(line);
  }

  /**
   * Returns the report with which a line continues a record.
   *
   * @param head the record's first line
   * @param level of the record so far
   * @param first whether the record contains no report yet
   * @param close whether the line follows the first one directly, or after blank lines, or any line
   *     up to the logger's next one belongs to the record
   */
  public static Optional<Report> continued(
      SeenLine line, SeenLine head, LogLevel level, boolean first, boolean close, boolean alone) {
    boolean failed = level.compareTo(LogLevel.WARN) >= 0;
    Optional<Report> attached =
        GoReport.frames(line) ? GoReport.of(line, alone) : AttachedReport.of(line, head, failed);
    if (attached.isPresent()) {
      return attached;
    }
    Optional<Report> opened = opened(line, alone).filter(report -> !apart(line));
    boolean trace = PythonReport.trace(line);
    boolean logged = failed && (head.stamped() && close || trace && first);
    boolean severe = logged && level == LogLevel.ERROR;
    boolean rule = RULE.matcher(head.text()).matches();
    return opened.filter(
        report ->
            announces(head) && first && (trace || report instanceof RubyReport)
                || rule && report instanceof BlockReport
                || (severe || logged && !line.stamped()) && JOINING.contains(report.getClass())
                || severe && head.timed() && !line.stamped() && report instanceof ErlangReport);
  }

  private static boolean announces(SeenLine head) {
    return ANNOUNCES.matcher(head.text()).matches();
  }

  /** Returns whether an indented line begins a trace, so that it continues only a failure. */
  public static boolean indentedTrace(SeenLine line) {
    return line.indented() && PythonReport.opens(line);
  }

  /** Returns whether a line belongs between an announcement and its trace. */
  public static boolean announced(SeenLine line, SeenLine head) {
    return announces(head) && AFTER_ANNOUNCEMENT.matcher(line.text()).matches();
  }

  /** Returns whether the runtime itself prints the line, so that it is in no logger's record. */
  public static boolean apart(SeenLine line) {
    return JavaReport.uncaught(line)
        || GoReport.opens(line)
        || RustReport.opens(line)
        || NodeReport.source(line)
        || PERL.matcher(line.text()).matches()
        || line.text().startsWith("error: Uncaught ");
  }

  /** Returns whether a line alone makes its record a failure. */
  public static boolean failing(SeenLine line) {
    return mayContinue(line) && fails(line);
  }

  private static boolean fails(SeenLine line) {
    return AttachedReport.failing(line.text())
        || NodeReport.source(line)
        || opened(line, false).filter(Report::failure).isPresent();
  }

  /** Returns whether the line is a rule between two parts of a report. */
  public static boolean rule(String line) {
    return RULE.matcher(line).matches();
  }
}
