package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message of PostgreSQL 15, of its server's log or of psql, with the lines that add to it:
 * DETAIL, HINT, CONTEXT, STATEMENT. In the log they have the time and process of the message.
 */
final class PostgresReport extends Report {

  private static final Pattern FIELD =
      Pattern.compile("(?<prefix>.{0,120}?)(?<word>\\p{Lu}[\\p{L} ]{1,16}\\d?): {2}(?<what>\\S.*)");

  private static final Pattern PLACE = Pattern.compile("\\p{Lu}{3,10} \\d+: .*");

  private final String prefix;
  private final boolean failure;
  private boolean added;

  private PostgresReport(Matcher message, boolean failure) {
    prefix = message.group("prefix");
    this.failure = failure;
    outer(message.group("word") + ":  " + message.group("what"));
  }

  static Optional<Report> of(SeenLine line) {
    Matcher field = FIELD.matcher(line.text());
    return field.matches() && PostgresWords.severity(field.group("word"))
        ? Optional.of(new PostgresReport(field, PostgresWords.error(field.group("word"))))
        : Optional.empty();
  }

  @Override
  public boolean failure() {
    return failure;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    Matcher field = FIELD.matcher(line.text());
    boolean companion =
        field.matches()
            && !PostgresWords.severity(field.group("word"))
            && (field.group("prefix").equals(prefix) || field.group("prefix").isEmpty());
    if (companion) {
      added = field.group("prefix").isEmpty();
      return true;
    }
    return line.indented()
        || PLACE.matcher(line.text()).matches()
        || added && !field.matches() && !line.stamped();
  }
}
