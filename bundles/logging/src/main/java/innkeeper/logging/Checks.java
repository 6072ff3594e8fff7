package innkeeper.logging;

import innkeeper.api.log.LogStatus;
import innkeeper.logging.capture.Capture;
import innkeeper.logging.capture.CapturePipeline;
import innkeeper.logging.capture.Captures;
import innkeeper.logging.capture.LogWriter;
import innkeeper.logging.reading.lines.Segment;
import innkeeper.logging.rules.GuardedRule;
import innkeeper.logging.rules.OperatorTables;
import innkeeper.logging.rules.Rules;
import innkeeper.logging.rules.RulesMigration;
import innkeeper.redaction.OwnTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;

/** The health checks of the logs, by check name. */
final class Checks {

  private final Captures captures;
  private final Rules rules;
  private final RulesMigration migration;
  private final OperatorTables tables;
  private final Supplier<Optional<LogStatus>> main;
  private final Optional<Path> mainPath;
  private final Supplier<String> memoryFault;

  /**
   * Creates the checks; {@link #all} returns them.
   *
   * @param memoryFault the reason why no directory in memory exists; empty if it exists
   */
  Checks(
      Captures captures,
      Rules rules,
      RulesMigration migration,
      OperatorTables tables,
      Supplier<Optional<LogStatus>> main,
      Optional<Path> mainPath,
      Supplier<String> memoryFault) {
    this.captures = captures;
    this.rules = rules;
    this.migration = migration;
    this.tables = tables;
    this.main = main;
    this.mainPath = mainPath;
    this.memoryFault = memoryFault;
  }

  Map<String, HealthCheck> all() {
    Map<String, HealthCheck> checks = new LinkedHashMap<>();
    checks.put("logs:capture", this::capture);
    checks.put("logs:memory", this::memory);
    checks.put("logs:dropped", this::dropped);
    checks.put("logs:readable", this::readable);
    checks.put("redaction:rules", this::redaction);
    checks.put("disk:full", this::disk);
    return checks;
  }

  private Result capture() {
    List<String> missing;
    List<String> lost = List.of();
    try {
      missing = captures.missing();
      lost = captures.lost();
    } catch (IOException e) {
      missing = List.of(captures.run() + " cannot be read: " + e.getMessage());
    }
    String value = captures.captures().size() + " captured";
    String limit = "every FIFO is read";
    if (!lost.isEmpty()) {
      return result(
          Result.Status.CRITICAL,
          "output of "
              + lost
              + " is lost: the FIFO in run/ was removed and cannot be reached through its wrapper",
          value,
          limit,
          "innkeeper restart " + String.join(" ", lost));
    }
    return result(
        Result.Status.WARN,
        missing.isEmpty()
            ? ""
            : "output that is not read, so these servers wait: " + String.join(", ", missing),
        value,
        limit,
        "see bot.log for the reason; the capture tries again by itself");
  }

  private Result memory() {
    String fault = memoryFault.get();
    return result(
        Result.Status.WARN,
        fault.isEmpty() ? "" : "a crash of the host can lose output it has read: " + fault,
        fault.isEmpty() ? "in memory" : "nowhere",
        "unwritten output outlives the process",
        "loginctl enable-linger, or make /dev/shm writable; then restart the host");
  }

  private Result readable() {
    List<Path> logs = new ArrayList<>();
    mainPath.ifPresent(logs::add);
    List<String> troubles = new ArrayList<>();
    try {
      logs.addAll(captures.logs());
    } catch (IOException e) {
      troubles.add("the logs cannot be listed: " + e.getMessage());
    }
    logs.stream().map(Segment::trouble).filter(why -> !why.isEmpty()).forEach(troubles::add);
    return result(
        Result.Status.WARN,
        String.join("; ", troubles),
        logs.size() - troubles.size() + " of " + logs.size() + " active logs",
        "every active log can be read",
        "do what the message says; the log is shown again at once");
  }

  private Result dropped() {
    List<String> now = new ArrayList<>();
    long lines = main.get().map(LogStatus::dropped).orElse(0L);
    String ofMain = lines > 0 ? ", of bot.log too" : "";
    for (Capture capture : captures.captures()) {
      CapturePipeline pipeline = capture.pipeline();
      lines += pipeline == null ? 0 : pipeline.counts().dropped();
      if (capture.writer().dropping()) {
        now.add(capture.writer().name());
      }
    }
    String why =
        !now.isEmpty()
            ? "lines are being dropped, as the projects chose, of " + now
            : lines > 0
                ? "lines were dropped since the host started"
                    + ofMain
                    + "; the logs say how many, from when to when"
                : "";
    return result(
        Result.Status.WARN,
        why,
        lines + " lines",
        "0 lines",
        "free disk space, or set log.whenFull to wait");
  }

  private Result redaction() {
    List<String> faults = new ArrayList<>(migration.mistakes());
    faults.addAll(tables.mistakes());
    List<String> serving = new ArrayList<>();
    for (GuardedRule rule : rules.services()) {
      if (rule.fault().isEmpty()) {
        serving.add(rule.name());
      } else {
        faults.add("rule " + rule.name() + " is switched off: " + rule.fault());
      }
    }
    return result(
        Result.Status.WARN,
        String.join("; ", faults),
        serving.size()
            + " rules of plugins serve"
            + (serving.isEmpty() ? "" : ": " + serving)
            + ownTables(tables.tables()),
        "no rule is switched off by a fault",
        "fix the file the message names, or fix or uninstall the plugin");
  }

  private static String ownTables(OwnTables own) {
    StringBuilder text = new StringBuilder();
    if (own.rows() > 0) {
      text.append(", ").append(own.rows());
      text.append(own.rows() == 1 ? " row" : " rows").append(" of conf/redaction in use");
    }
    own.off()
        .forEach(
            (id, why) ->
                text.append("; built-in ").append(id).append(" is switched off: ").append(why));
    return text.toString();
  }

  private Result disk() {
    List<String> waiting = new ArrayList<>();
    List<String> dropping = new ArrayList<>();
    for (Capture capture : captures.captures()) {
      LogWriter writer = capture.writer();
      String why = writer.trouble();
      if (!why.isEmpty()) {
        (writer.dropping() ? dropping : waiting).add(writer.name() + ": " + why);
      }
    }
    List<String> troubles = new ArrayList<>();
    if (!waiting.isEmpty()) {
      troubles.add(
          "servers wait because their logs cannot be written: " + String.join("; ", waiting));
    }
    if (!dropping.isEmpty()) {
      troubles.add("logs cannot be written and drop lines: " + String.join("; ", dropping));
    }
    return result(
        Result.Status.CRITICAL,
        String.join("; ", troubles),
        waiting.size()
            + (waiting.size() == 1 ? " log waits" : " logs wait")
            + (dropping.isEmpty() ? "" : ", " + dropping.size() + " drop lines"),
        "every log can be written",
        "free disk space or fix what the message names; writing continues by itself");
  }

  /**
   * Returns the result of a check.
   *
   * @param bad the status if the check fails
   * @param why the reason of the failure; "" if the check passes
   * @param fix what to do if it fails
   */
  private static Result result(
      Result.Status bad, String why, String value, String limit, String fix) {
    ResultLog log = new ResultLog();
    log.add(new ResultLog.Entry(why.isEmpty() ? Result.Status.OK : bad, why));
    log.add(new ResultLog.Entry(Result.Status.OK, "value: " + value));
    log.add(new ResultLog.Entry(Result.Status.OK, "limit: " + limit));
    if (!why.isEmpty()) {
      log.add(new ResultLog.Entry(Result.Status.OK, "fix: " + fix));
    }
    return new Result(log);
  }
}
