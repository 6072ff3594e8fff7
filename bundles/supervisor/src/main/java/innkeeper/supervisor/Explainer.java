package innkeeper.supervisor;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.project.Probe;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.api.record.LogRecords;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Explanation;
import innkeeper.common.time.IsoTime;
import innkeeper.supervisor.lifecycle.ProjectRuntime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Explains a project's state in words: the cause, the evidence and the next step. */
final class Explainer {

  /** The time that a server may take until it prints its first line. */
  private static final Duration SILENT = Duration.ofSeconds(10);

  private Explainer() {}

  /**
   * @param restartCause why it was last restarted by policy; "" if it was not
   */
  static Explanation explain(
      ProjectStatus s,
      ProjectDefinition definition,
      String restartCause,
      Optional<Logs> logs,
      Optional<LogRecords> records,
      Instant now) {
    List<String> evidence = new ArrayList<>();
    evidence.add("state " + s.state() + " since " + IsoTime.text(s.lifecycle().since()));
    evidence.add("desired " + s.lifecycle().desired());
    s.server()
        .pid()
        .ifPresent(pid -> evidence.add("pid " + pid + (s.server().adopted() ? ", adopted" : "")));
    s.server().startedAt().ifPresent(at -> evidence.add("started " + IsoTime.text(at)));
    s.lastExit()
        .ifPresent(
            exit ->
                evidence.add(
                    "last end: "
                        + exit.sentence()
                        + " at "
                        + IsoTime.text(exit.at())
                        + (exit.expected() ? ", as expected" : ", unexpectedly")));
    if (s.restarts().count() > 0) {
      evidence.add("restarts by policy since the last explicit start: " + s.restarts().count());
    }
    if (!restartCause.isEmpty()) {
      evidence.add("last restarted by policy because: " + CleanText.of(restartCause));
    }
    definition.schedule().ifPresent(schedule -> evidence.add(next(s, schedule, now)));
    if (s.health().flapping()) {
      evidence.add("FLAPPING: " + ProjectRuntime.ENDED_OFTEN + " while RUNNING");
    }
    if (!s.health().output().isEmpty()) {
      evidence.add("health: " + CleanText.of(s.health().output()));
    }
    lines(s, logs, records, evidence);
    silence(s, definition, logs, now).ifPresent(evidence::add);
    return new Explanation(s, CleanText.of(cause(s)), evidence, next(s, definition, now));
  }

  /**
   * Returns advice for a server that has run for a while, has printed nothing, and is known to
   * buffer pipes.
   */
  private static Optional<String> silence(
      ProjectStatus s, ProjectDefinition definition, Optional<Logs> logs, Instant now) {
    Optional<Instant> start = s.server().startedAt().filter(at -> at.plus(SILENT).isBefore(now));
    if (s.state() != ProjectState.RUNNING
        || s.server().adopted()
        || start.isEmpty()
        || logs.isEmpty()) {
      return Optional.empty();
    }
    try {
      boolean printed =
          logs.get()
                  .status(s.name())
                  .flatMap(LogStatus::lastLineAt)
                  .filter(at -> !at.isBefore(start.get()))
                  .isPresent()
              || !logs.get().tail(s.name(), 1).unfinished().isEmpty();
      return printed
          ? Optional.empty()
          : BufferedOutput.hint(definition).map("no output yet; is it buffered? "::concat);
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // The caller has already reported that the log cannot be read.
    }
  }

  private static String next(ProjectStatus s, RunSchedule schedule, Instant now) {
    return "schedule: "
        + schedule.action().word()
        + " at "
        + CleanText.of(schedule.calendar().toString())
        + " in "
        + schedule.zone()
        + "; next "
        + s.nextRunAt(now).map(IsoTime::text).orElse("never again");
  }

  private static void lines(
      ProjectStatus s, Optional<Logs> logs, Optional<LogRecords> records, List<String> evidence) {
    if (logs.isEmpty()) {
      evidence.add("last lines: the logging surface is away");
      return;
    }
    try {
      evidence.addAll(new WhyLines(logs.get(), records).of(s));
    } catch (IOException | RuntimeException e) {
      evidence.add("last lines cannot be read: " + CleanText.of(String.valueOf(e.getMessage())));
    }
  }

  private static String cause(ProjectStatus s) {
    return switch (s.state()) {
      case STOPPED ->
          s.lifecycle().desired() == Desired.STOPPED
              ? "it is stopped because it is desired STOPPED"
              : s.reason().isEmpty() ? "it has not been started yet" : s.reason();
      case STARTING ->
          s.reason().isEmpty() ? "its process has not lived for startSeconds yet" : s.reason();
      case RUNNING ->
          !s.reason().isEmpty()
              ? s.reason()
              : s.health().status() == HealthStatus.PASS
                  ? "it runs"
                  : s.health().flapping() && s.health().ready()
                      ? "it runs, but is FLAPPING: " + ProjectRuntime.ENDED_OFTEN
                      : (s.health().status() == HealthStatus.UNKNOWN
                              ? "it runs; its probe: "
                              : "it runs, but its probe says: ")
                          + s.health().output();
      case STOPPING -> "it is being ended: " + s.reason();
      case BACKOFF, EXITED, FATAL, UNKNOWN -> s.reason();
    };
  }

  private static String next(ProjectStatus s, ProjectDefinition d, Instant now) {
    return switch (s.state()) {
      case STOPPED, EXITED ->
          (s.job()
                  ? "its schedule starts it; at once with: "
                  : "nothing happens by itself; start it: ")
              + "innkeeper start "
              + s.channelId();
      case STARTING ->
          "it is RUNNING once it has lived for " + d.startTime().toMillis() / 1000.0 + " s";
      case RUNNING ->
          s.waitsForDisk()
              ? "it continues by itself once the disk takes its log; free space: innkeeper health"
              : s.health().status() == HealthStatus.PASS
                      || d.health().isEmpty()
                      || (s.health().flapping() && s.health().ready())
                  ? running(s, d, now)
                  : probed(s, d, now);
      case STOPPING ->
          "KILL follows " + d.stopSeconds().toMillis() / 1000.0 + " s after " + d.stopSignal();
      case BACKOFF ->
          "it is started again at "
              + s.restarts().nextRetryAt().map(IsoTime::text).orElse("once")
              + "; at once with: innkeeper start "
              + s.channelId();
      case FATAL ->
          "it is not tried again; fix what the evidence shows, then: innkeeper start "
              + s.channelId();
      case UNKNOWN -> "it is left alone; end the named processes by hand, then it is checked again";
    };
  }

  /** Returns the next step of a server that runs well. */
  private static String running(ProjectStatus s, ProjectDefinition d, Instant now) {
    String restart = "if it ends, restart is " + d.restart().word();
    return s.nextRunAt(now)
        .map(
            at ->
                (s.job() ? "its next run starts at " : "its schedule restarts it at ")
                    + IsoTime.text(at)
                    + "; "
                    + restart)
        .orElse("nothing; " + restart);
  }

  /** Returns the next step while the probe does not pass. */
  private static String probed(ProjectStatus s, ProjectDefinition d, Instant now) {
    Probe probe = d.health().get();
    if (probe.wantsOther().isPresent()) {
      return "nothing happens by itself; define the project with another target of its probe";
    }
    if (probe.kind() == Probe.Kind.LOG_LINE) {
      return "it is ready once a line of its output holds \"" + CleanText.of(probe.target()) + "\"";
    }
    String asked = "it is probed every " + probe.period().toMillis() / 1000.0 + " s; ";
    if (!probe.liveness()) {
      return asked + "nothing else happens, because the probe only shows whether it is ready";
    }
    Optional<Instant> counts =
        s.server()
            .startedAt()
            .map(at -> at.plus(d.startTime()).plus(probe.initialDelay()))
            .filter(at -> s.health().status() == HealthStatus.UNKNOWN && at.isAfter(now));
    return asked
        + counts
            .map(at -> "failures count from " + IsoTime.text(at) + " on" + delay(probe) + "; ")
            .orElse("")
        + "after "
        + probe.failures()
        + " failures in a row the server is ended"
        + (d.restart() == RestartPolicy.NEVER
            ? " and not started again, because restart is never"
            : " and started again");
  }

  private static String delay(Probe probe) {
    Duration delay = probe.initialDelay();
    String seconds = String.valueOf(delay.toMillis() / 1000.0).replaceFirst("\\.0$", "");
    return delay.isZero() ? "" : " (initialDelaySeconds " + seconds + ")";
  }
}
