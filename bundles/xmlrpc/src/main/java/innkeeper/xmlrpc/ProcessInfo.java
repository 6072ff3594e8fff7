package innkeeper.xmlrpc;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The struct of getProcessInfo with all its members (supervisor/rpcinterface.py). Log files are
 * named relative to DATA_DIR, so that no client over HTTP learns a path of this machine.
 */
final class ProcessInfo {

  private static final DateTimeFormatter STOPPED_AT =
      DateTimeFormatter.ofPattern("MMM dd hh:mm a", Locale.ENGLISH);

  private ProcessInfo() {}

  static Map<String, Object> of(ProjectStatus p, Instant now, ZoneId zone) {
    String log = "logs/" + p.name() + ".log";
    boolean failed = p.state() == ProjectState.FATAL || p.state() == ProjectState.BACKOFF;
    Instant stopped = p.lastExit().map(ProjectStatus.Exit::at).orElse(Instant.EPOCH);
    Instant started = p.server().startedAt().orElse(stopped);
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("name", p.name());
    info.put("group", p.channelId());
    info.put("start", seconds(started));
    info.put("stop", seconds(stopped));
    info.put("now", seconds(now));
    info.put("state", p.state().code());
    info.put("statename", p.state().name());
    info.put("spawnerr", failed ? p.reason() : "");
    info.put("exitstatus", exitStatus(p));
    info.put("logfile", log);
    info.put("stdout_logfile", log);
    info.put("stderr_logfile", "");
    info.put("pid", capped(p.server().pid().orElse(0)));
    info.put("description", description(p, now, started, stopped, zone));
    return info;
  }

  private static String description(
      ProjectStatus p, Instant now, Instant started, Instant stopped, ZoneId zone) {
    return switch (p.state()) {
      case RUNNING -> "pid " + p.server().pid().orElse(0) + ", uptime " + clock(started, now);
      case FATAL, BACKOFF ->
          p.reason().isEmpty() ? "unknown error (try \"tail " + Namespec.of(p) + "\")" : p.reason();
      case STOPPED, EXITED ->
          stopped.equals(Instant.EPOCH) ? "Not started" : STOPPED_AT.format(stopped.atZone(zone));
      default -> "";
    };
  }

  /** Formats a duration like Python's timedelta: {@code 1 day, 2:03:04}. */
  private static String clock(Instant from, Instant to) {
    Duration up = to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    long days = up.toDays();
    String day = days == 0 ? "" : days + (days == 1 ? " day, " : " days, ");
    return day
        + String.format(
            Locale.ROOT, "%d:%02d:%02d", up.toHoursPart(), up.toMinutesPart(), up.toSecondsPart());
  }

  /**
   * Returns the exit status. supervisord uses -1 for an end by signal. An exit code of 128+n may or
   * may not mean a signal, so it is returned unchanged.
   */
  private static int exitStatus(ProjectStatus p) {
    return p.lastExit()
        .map(exit -> exit.signal().isEmpty() ? exit.code().orElse(-1) : -1)
        .orElse(0);
  }

  private static int seconds(Instant instant) {
    return capped(instant.getEpochSecond());
  }

  /** Limits a number to the 32 bits of XML-RPC's whole numbers. */
  private static int capped(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }
}
