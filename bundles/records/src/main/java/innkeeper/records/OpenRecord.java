package innkeeper.records;

import innkeeper.api.record.LogLevel;
import innkeeper.records.report.Report;
import innkeeper.records.report.Reports;
import innkeeper.records.report.SeenLine;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A record to which further lines of its stream are offered. It takes indented lines, the lines of
 * a report that it contains, and after a warning or an error with a time all lines up to the next
 * line with a mark of its own.
 */
final class OpenRecord {

  /** The maximum number of unindented lines without a mark that continue a warning or an error. */
  private static final int LONGEST_BLOCK = 100;

  /** The maximum number of lines of a text in quotes. */
  private static final int LONGEST_MESSAGE = 10;

  private static final Pattern CLOSES =
      Pattern.compile("[}\\])]+[,;]*( \\{)?|[}\\])],? .{0,40}[{(\\[]|\"\\} ?");

  private static final Pattern OPENS = Pattern.compile("[{\\[(]");

  /** Letters drawn with symbols, and the frame of a table. */
  private static final Pattern PICTURE = Pattern.compile("\\s*[^\\w\\s]{2}[^\\w]{3}.*");

  private static final Pattern BOX = Pattern.compile("\\s*[\\u2500-\\u257f].*");
  private static final Pattern BULLET = Pattern.compile("(=>) .*");

  /** A source line with its number, as compilers print it. */
  private static final Pattern SOURCE_LINE =
      Pattern.compile("\\d+ +\\|.*|> \\d+ +\\|.*|For more information about this error.*");

  /** The form that Python's logging has by default. */
  private static final Pattern PYTHON_LOGGING = Pattern.compile("[A-Z]{4,8}:[\\w.]+:.*");

  private static final Pattern SQL =
      Pattern.compile(
          "(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|FROM|WHERE|CREATE|ALTER|DROP|BEGIN|COMMIT) .*");

  /** The beginning of a line whose message is in the next one. */
  private static final Pattern HEADING = Pattern.compile(".*(:|=<)\\s*|.*[-:] *$");

  private final boolean alone;

  /** The first line that is not blank; null before it came. */
  private SeenLine head;

  private Report report;
  private boolean reported;
  private LogLevel level;

  /** The level that the first line itself names; null before it was asked for. */
  private Optional<LogLevel> told;

  private String message = "";

  /** The number of lines since the first one, without blank ones. */
  private int after;

  private int depth;

  /** Whether the first line announced the unmarked lines after it. */
  private boolean announced;

  private int block;

  /** Whether a quote that the first line began has not ended. */
  private boolean quoted;

  private boolean blank;
  private Boolean drawn;

  /**
   * @param alone whether unmarked lines after an exception belong to it, because the stream is
   *     stderr
   */
  OpenRecord(boolean alone) {
    this.alone = alone;
  }

  /** Offers the next line; returns whether it belongs to the record, which then contains it. */
  boolean takes(SeenLine line) {
    if (line.blank()) {
      blank = true;
      return true;
    }
    if (head != null && !belongs(line)) {
      return false;
    }
    if (head == null) {
      head = line;
      quoted = quotes(line.text()) % 2 == 1;
      report = Reports.opened(line, alone).orElse(null);
    } else {
      after++;
      if (message.isEmpty()) {
        message = line.text().strip();
      }
    }
    blank = false;
    brackets(line.text().strip());
    return true;
  }

  private boolean belongs(SeenLine line) {
    if (after == 0 && JulLines.continues(head.text(), line.text())) {
      message = line.text();
      level = JulLines.level(line.text()).orElse(LogLevel.INFO);
      return true;
    }
    if (line.indented() && line.stamped()) {
      return false;
    }
    if (report != null && (!reported || line.indented()) && report.takes(line, blank)) {
      return true;
    }
    if (Reports.mayContinue(line) && continued(line)) {
      return true;
    }
    reported |= report != null && !line.indented();
    if (line.stamped() || report == null && !failed() && Reports.indentedTrace(line)) {
      return false;
    }
    if (line.indented()) {
      return true;
    }
    return depth > 0 && CLOSES.matcher(line.text()).matches() || unindented(line);
  }

  /** Returns whether the line belongs to the record with a report that it begins. */
  private boolean continued(SeenLine line) {
    boolean block = logged() && !Reports.apart(line);
    Optional<Report> next =
        Reports.continued(line, head, level(), report == null, after == 0 || blank || block, alone);
    if (next.isEmpty()) {
      return false;
    }
    report = report == null || next.get().failure() || !failing() ? next.get() : report;
    reported = false;
    level = Reports.rule(head.text()) ? TextLevel.of(line.text()) : level;
    return true;
  }

  private boolean unindented(SeenLine line) {
    String text = line.text();
    if (Reports.announced(line, head)) {
      return true;
    }
    if (report == null && drawn()) {
      return picture(text) || !Character.isLetterOrDigit(text.charAt(0));
    }
    if (failed() && SOURCE_LINE.matcher(text).matches() || bulleted(text)) {
      return true;
    }
    if (failed() && after == 0 && !blank && head.text().stripTrailing().endsWith(":")) {
      return !Reports.apart(line);
    }
    boolean announces =
        after == 0
            && head.timed()
            && (head.text().stripTrailing().endsWith(":")
                || !blank && (OPENS.matcher(text).matches() || SQL.matcher(text).matches()));
    if (report != null && report.complete()) {
      return false;
    }
    if (failed() && quoted && block < LONGEST_MESSAGE) {
      block++;
      quoted = quotes(text) % 2 == 0;
      return true;
    }
    announced |= announces && !OPENS.matcher(text).matches();
    return (logged() || announces || announced) && !Reports.apart(line) && ++block <= LONGEST_BLOCK;
  }

  /** Returns whether the record is a warning or an error of a logger that prints times. */
  private boolean logged() {
    boolean all = head.timed() || alone && PYTHON_LOGGING.matcher(head.text()).matches();
    return all && failed();
  }

  private boolean failed() {
    return level().compareTo(LogLevel.WARN) >= 0;
  }

  private boolean failing() {
    return report != null && report.failure();
  }

  /** Returns whether both lines are items of one list, because the same sign begins each. */
  private boolean bulleted(String line) {
    return BULLET.matcher(head.text()).matches()
        && BULLET.matcher(line).matches()
        && head.text().charAt(0) == line.charAt(0);
  }

  private boolean drawn() {
    if (drawn == null) {
      drawn = !head.stamped() && picture(head.text());
    }
    return drawn;
  }

  private static boolean picture(String line) {
    long letters = line.chars().filter(Character::isLetterOrDigit).count();
    long signs = line.chars().filter(c -> c > ' ').count();
    boolean symbols = PICTURE.matcher(line).matches() && 3 * letters < signs;
    return BOX.matcher(line).matches()
        || signs >= 5 && (symbols || 5 * letters < signs) && !Reports.rule(line);
  }

  private static long quotes(String text) {
    return text.chars().filter(c -> c == '"').count();
  }

  private void brackets(String text) {
    if ("}])".indexOf(text.charAt(0)) >= 0 && depth > 0) {
      depth--;
    }
    if ("{[(".indexOf(text.charAt(text.length() - 1)) >= 0) {
      depth++;
    }
  }

  /** Returns the level of the record as far as its lines came. */
  LogLevel level() {
    if (head == null) {
      return LogLevel.INFO;
    }
    if (told == null) {
      told = TextLevel.explicit(head.text());
    }
    if (level == null) {
      level = told.orElseGet(() -> TextLevel.byWords(head.text()));
    }
    return told.isEmpty() && failing() ? LogLevel.ERROR : level;
  }

  /** Returns one line about what happened: of the report, else of the logger. */
  String summary() {
    if (head == null) {
      return "";
    }
    if (report != null && !report.outer().isEmpty() && (failing() || failed())) {
      return report.sentence();
    }
    String text = head.text().strip();
    if (JulLines.head(head.text()) && !message.isEmpty()) {
      return message;
    }
    boolean heading = failed() && !message.isEmpty() && HEADING.matcher(text).matches();
    return heading ? text + " " + message : text;
  }
}
