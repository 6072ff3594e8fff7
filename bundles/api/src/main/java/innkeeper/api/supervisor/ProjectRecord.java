package innkeeper.api.supervisor;

import innkeeper.api.health.Times;
import innkeeper.api.log.LogStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The JSON form of a project's status, the same in the API and on the command line. */
public final class ProjectRecord {

  private ProjectRecord() {}

  /**
   * Writes one status.
   *
   * @param p the status
   * @param log the project's log; empty while the logging bundle is away, or if nothing was ever
   *     written
   * @param now the time that {@code uptimeMs} is counted to
   * @return a new map; absent values are null
   */
  public static Map<String, Object> toMap(ProjectStatus p, Optional<LogStatus> log, Instant now) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("channelId", p.channelId());
    map.put("name", p.name());
    map.put("status", p.status());
    map.put("hostPort", p.port().isPresent() ? p.port().getAsInt() : null);
    map.put("desired", p.desired().name());
    map.put("state", p.state().name());
    map.put("stateCode", p.state().code());
    map.put("stateSince", Times.iso(p.stateSince()));
    map.put("reason", p.reason().isEmpty() ? null : p.reason());
    map.put("pid", p.pid().isPresent() ? p.pid().getAsLong() : null);
    map.put("startedAt", p.startedAt().map(Times::iso).orElse(null));
    map.put("uptimeMs", p.uptime(now).toMillis());
    map.put("adopted", p.adopted());
    map.put("restarts", p.restarts());
    map.put("nextRetryAt", p.nextRetryAt().map(Times::iso).orElse(null));
    map.put("lastExit", p.lastExit().map(ProjectRecord::exit).orElse(null));
    Map<String, Object> health = new LinkedHashMap<>();
    health.put("status", p.health().status().word());
    health.put("alive", p.health().alive());
    health.put("ready", p.health().ready());
    health.put("output", p.health().output().isEmpty() ? null : p.health().output());
    map.put("health", health);
    Map<String, Object> resources = new LinkedHashMap<>();
    resources.put("cpuPercent", p.resources().cpuPercent());
    resources.put("rssBytes", p.resources().rssBytes());
    resources.put("processes", p.resources().processes());
    map.put("resources", resources);
    map.put("log", log.map(LogStatus::toMap).orElse(null));
    map.put("actions", p.actions());
    return map;
  }

  static Map<String, Object> exit(Exit exit) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("code", exit.code().isPresent() ? exit.code().getAsInt() : null);
    map.put("signal", exit.signal().isEmpty() ? null : exit.signal());
    map.put("signalInferred", exit.signalInferred().isEmpty() ? null : exit.signalInferred());
    map.put("at", Times.iso(exit.at()));
    map.put("expected", exit.expected());
    return map;
  }
}
