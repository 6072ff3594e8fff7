package innkeeper.records;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords.Cause;
import innkeeper.records.report.SeenLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Chooses the record that says why a process ended. */
final class Causes {

  /** Lines that a program prints because another one, or an earlier step, has failed. */
  private static final Pattern CONSEQUENCE =
      Pattern.compile(
          // gunicorn 26
          ".*\\[ERROR\\] (Worker \\(pid:\\d+\\) exited with code .*|Shutting down: Master|Reason: .*)"
              // uvicorn 0.54, concurrently 9, HAProxy 2.6, the launcher of JDK 17
              + "|ERROR: {4}Application startup failed\\. Exiting\\.|.* exited with code \\d+"
              + "|.*(Error\\(s\\)|Fatal errors) found in configuration.*"
              + "|Error: (Could not create the Java Virtual Machine|A fatal exception has).*"
              // npm 10, yarn 1, pnpm 9, nodemon 3
              + "|npm (ERR!|error).*|error Command failed .*|\\s*ELIFECYCLE\\s.*"
              + "|\\[nodemon\\] app crashed.*"
              // bash 5, make 4, go 1.19
              + "|(\\S+: line \\d+: +\\d+ )?(Aborted|Killed|Terminated|Segmentation fault)\\b.*"
              + "|make(\\[\\d+\\])?: \\*\\*\\* .*|exit status \\d+"
              // Rust 1.95, Erlang/OTP 25
              + "|For more information about .*|Some errors have detailed .*|error: (aborting due to|could not compile) .*"
              + "|thread caused non-unwinding panic\\. aborting\\.|Crash dump is being written.*");

  /** The maximum number of plain lines that are quoted together. */
  private static final int PLAIN_LINES = 3;

  private Causes() {}

  /**
   * Returns the cause.
   *
   * @param records all records, oldest first
   * @param stderr those on stderr
   * @param unexpected whether the last record on stderr counts if none of all is an error, and the
   *     last warning if stderr is empty
   */
  static Optional<Cause> of(List<LogRecord> records, List<LogRecord> stderr, boolean unexpected) {
    List<LogRecord> errors =
        records.stream().filter(record -> record.level() == LogLevel.ERROR).toList();
    return errors.stream()
        .filter(record -> !CONSEQUENCE.matcher(record.summary()).matches())
        .reduce((first, second) -> second)
        .or(() -> errors.stream().findFirst())
        .filter(record -> !record.summary().isBlank())
        .map(record -> new Cause(record.summary(), record.lines()))
        .or(() -> unexpected ? last(stderr).or(() -> warning(records)) : Optional.empty());
  }

  /**
   * Returns the last record. Plain lines directly before it are quoted with it, because a message
   * of several lines has no mark.
   */
  private static Optional<Cause> last(List<LogRecord> stderr) {
    int begin = stderr.size();
    while (begin > 0 && stderr.size() - begin < PLAIN_LINES && plain(stderr.get(begin - 1))) {
      begin--;
    }
    List<LogRecord> quoted =
        stderr.subList(Math.max(0, Math.min(begin, stderr.size() - 1)), stderr.size());
    String text =
        quoted.stream()
            .map(LogRecord::summary)
            .filter(summary -> !summary.isBlank())
            .collect(Collectors.joining(" / "));
    List<String> lines = quoted.stream().flatMap(record -> record.lines().stream()).toList();
    return text.isEmpty() ? Optional.empty() : Optional.of(new Cause(text, lines));
  }

  private static Optional<Cause> warning(List<LogRecord> records) {
    return records.stream()
        .filter(record -> record.level() == LogLevel.WARN)
        .reduce((first, second) -> second)
        .map(record -> new Cause(record.summary(), record.lines()));
  }

  private static boolean plain(LogRecord record) {
    return record.lines().size() == 1
        && record.level() == LogLevel.INFO
        && !SeenLine.of(record.lines().get(0)).stamped();
  }
}
