package innkeeper.records.report;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A report of Erlang/OTP 25, whose first line names only its kind, and an error of Elixir 1.14. */
final class ErlangReport extends Report {

  private static final Pattern OTP = Pattern.compile("=([A-Z]+) REPORT=.*");
  private static final Pattern ELIXIR = Pattern.compile("\\*\\* (\\([\\w.]+\\) .*)");

  private static final Pattern EXCEPTION =
      Pattern.compile("\\s*(?:exception |\\*\\* )((?:error|exit|throw): .*)");

  private final boolean otp;
  private final boolean failure;
  private boolean framed;
  private boolean announced;

  private ErlangReport(boolean otp, boolean failure) {
    this.otp = otp;
    this.failure = failure;
  }

  static Optional<Report> of(SeenLine line) {
    Matcher report = OTP.matcher(line.text());
    if (report.matches()) {
      return Optional.of(new ErlangReport(true, report.group(1).matches("ERROR|CRASH|SUPERVISOR")));
    }
    Matcher elixir = ELIXIR.matcher(line.text());
    if (!elixir.matches()) {
      return Optional.empty();
    }
    Report error = new ErlangReport(false, true);
    error.outer(elixir.group(1));
    return Optional.of(error);
  }

  @Override
  public boolean failure() {
    return failure;
  }

  @Override
  public boolean takes(SeenLine line, boolean afterBlank) {
    String text = line.text();
    if (!otp) {
      framed |= line.indented();
      return line.indented() || !framed && !line.stamped() && another();
    }
    if (line.stamped()) {
      return false;
    }
    Matcher exception = EXCEPTION.matcher(text);
    if (exception.matches()) {
      outer(exception.group(1));
    } else if (text.matches("\\*\\* Reason for termination =+ *")) {
      outer(outer() + ":");
    } else if (outer().isEmpty() || announced) {
      outer((outer() + " " + text.strip()).strip());
    }
    announced = outer().endsWith(":") && !exception.matches();
    return true;
  }
}
