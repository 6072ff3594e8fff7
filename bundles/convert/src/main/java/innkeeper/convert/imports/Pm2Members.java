package innkeeper.convert.imports;

import innkeeper.common.cron.CronLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts the members of a pm2 app, one by one. */
final class Pm2Members {

  private Pm2Members() {}

  /**
   * Writes the equivalent of the member into the definition, if there is one.
   *
   * @return why the member is dropped; "" if it is kept, or if its loss has no effect
   * @throws IllegalArgumentException with the mistake in the value
   */
  static String put(Map<String, Object> definition, String member, Object value, int instances) {
    if (value == null) {
      return "";
    }
    switch (member) {
      case "cwd" -> definition.put("directory", String.valueOf(value));
      case "autorestart" -> definition.put("restart", flag(value) ? "always" : "never");
      case "autostart" -> definition.put("autostart", flag(value));
      case "max_memory_restart" ->
          definition.put("memoryRestartBytes", Sizes.bytes(String.valueOf(value)));
      case "stop_exit_codes" -> definition.put("successCodes", codes(value));
      case "kill_timeout" -> definition.put("stopSeconds", millis(value) / 1000.0);
      case "min_uptime" -> definition.put("startSeconds", millis(value) / 1000.0);
      case "cron_restart", "cron" -> {
        try {
          String due = CronLine.calendar(String.valueOf(value));
          definition.put("schedule", Map.of("calendar", due));
        } catch (IllegalArgumentException e) {
          return "\"" + value + "\" has no form as one calendar expression; write a schedule";
        }
      }
      case "port" -> {
        if (instances > 1) {
          return "several instances cannot share one; give each its own";
        }
        definition.put("port", whole(value));
      }
      default -> {
        return lost(member, value);
      }
    }
    return "";
  }

  /**
   * Completes the definition: an app that is never restarted becomes a job. All others are
   * restarted, also by their schedules.
   */
  static void settle(Map<String, Object> definition) {
    boolean never = "never".equals(definition.get("restart"));
    if (definition.containsKey("successCodes") && !never) {
      definition.put("restart", "on-failure");
    }
    if (definition.get("schedule") instanceof Map<?, ?> schedule) {
      Map<String, Object> settled = new LinkedHashMap<>();
      settled.put("calendar", schedule.get("calendar"));
      settled.put("action", never ? "start" : "restart");
      definition.put("schedule", settled);
    }
    if (never) {
      definition.remove("memoryRestartBytes");
    }
  }

  /** Returns why a member without an equivalent is dropped; "" if its loss has no effect. */
  private static String lost(String member, Object value) {
    if (member.startsWith("env_")) {
      return "there is one environment; import with the wanted one as env";
    }
    return switch (member) {
      // Pm2 and Pm2Command read these.
      case "name", "script", "args", "interpreter", "exec_interpreter", "env", "instances" -> "";
      case "interpreter_args", "interpreterArgs", "node_args", "nodeArgs" -> "";
      case "merge_logs", "combine_logs" -> "";
      case "exec_mode" ->
          String.valueOf(value).startsWith("cluster")
              ? "instances are processes of their own and share no port"
              : "";
      case "watch" ->
          Boolean.FALSE.equals(value) ? "" : "files are not watched; restart on deployment";
      case "ignore_watch", "watch_options", "watch_delay" -> "files are not watched";
      case "max_restarts", "restart_delay", "exp_backoff_restart_delay" ->
          "tries are spaced ever wider and given up after ten in ten minutes";
      case "out_file", "output", "error_file", "error", "log_file", "log" ->
          "the log is DATA_DIR/logs/NAME.log";
      case "pid_file", "pid" -> "innkeeper status --json shows the pid";
      case "log_date_format", "time", "log_type" -> "a log holds the server's own lines alone";
      case "uid", "gid", "user" -> "servers run as the host's own user";
      case "wait_ready", "listen_timeout" -> "readiness is said by health, in a definition";
      default -> "it has no counterpart here";
    };
  }

  /** One code or several, as numbers or texts: pm2's God/Methods reads both. */
  private static List<Integer> codes(Object value) {
    List<?> all = value instanceof List<?> list ? list : List.of(value);
    return all.stream().map(one -> whole(String.valueOf(one))).toList();
  }

  private static boolean flag(Object value) {
    return SupervisordKeys.flag(String.valueOf(value));
  }

  private static int whole(Object value) {
    try {
      return Integer.parseInt(String.valueOf(value));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(value + " is not a whole number", e);
    }
  }

  /** Parses milliseconds, or a text with the unit ms, s, m or h. */
  private static long millis(Object value) {
    String s = String.valueOf(value).strip();
    long unit = 1;
    if (s.endsWith("ms")) {
      s = s.substring(0, s.length() - 2);
    } else if (s.endsWith("s") || s.endsWith("m") || s.endsWith("h")) {
      unit = s.endsWith("s") ? 1000 : s.endsWith("m") ? 60_000 : 3_600_000;
      s = s.substring(0, s.length() - 1);
    }
    try {
      return Math.multiplyExact(Long.parseLong(s.strip()), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(value + " is not a span of time", e);
    }
  }
}
