package innkeeper.logging.reading.record;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords.Cause;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Chooses the record that says why a process ended. */
final class Causes {

  /** What programs print because another one, or an earlier step, has failed. */
  private static final Pattern CONSEQUENCE =
      Pattern.compile(
          // gunicorn 26
          ".*\\[ERROR\\] (Worker \\(pid:\\d+\\) exited with code .*|Shutting down: Master|Reason: .*)"
              // npm 10, yarn 1, pnpm 9, nodemon 3
              + "|npm (ERR!|error) .*|error Command failed .*|\\s*ELIFECYCLE\\s.*"
              + "|\\[nodemon\\] app crashed.*"
              // bash 5, make 4, go 1.19
              + "|(\\S+: line \\d+: +\\d+ )?(Aborted|Killed|Terminated|Segmentation fault)\\b.*"
              + "|make(\\[\\d+\\])?: \\*\\*\\* .*|exit status \\d+"
              // Rust 1.95, Erlang/OTP 25
              + "|thread caused non-unwinding panic\\. aborting\\.|Crash dump is being written.*");

  private Causes() {}

  /**
   * Returns the cause.
   *
   * @param records all records, oldest first
   * @param otherwise the record that counts if none is an error
   */
  static Optional<Cause> of(List<LogRecord> records, Optional<LogRecord> otherwise) {
    List<LogRecord> errors =
        records.stream().filter(record -> record.level() == LogLevel.ERROR).toList();
    return errors.stream()
        .filter(record -> !CONSEQUENCE.matcher(record.summary()).matches())
        .reduce((first, second) -> second)
        .or(() -> errors.stream().reduce((first, second) -> second))
        .or(() -> otherwise)
        .filter(record -> !record.summary().isBlank())
        .map(record -> new Cause(record.summary(), record.lines()));
  }
}
