package innkeeper.convert.imports;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Converts supervisord's keys of a program, one by one. It sets a default explicitly where it
 * differs from ours.
 */
final class SupervisordKeys {

  private SupervisordKeys() {}

  /**
   * Writes the equivalent of the key into the definition, if there is one.
   *
   * @return whether the key is kept; if not, {@link #lost} gives the reason
   * @throws IllegalArgumentException with the mistake in the value
   */
  static boolean put(Map<String, Object> definition, String key, String value) {
    switch (key) {
      case "command" -> definition.put("command", ShellWords.split(value));
      case "directory" -> definition.put("directory", value);
      case "environment" -> definition.put("env", Supervisord.environment(value));
      case "autostart" -> definition.put("autostart", flag(value));
      case "autorestart" ->
          definition.put(
              "restart",
              value.equalsIgnoreCase("unexpected")
                  ? "on-failure"
                  : flag(value) ? "always" : "never");
      case "exitcodes" ->
          definition.put(
              "successCodes", Arrays.stream(value.split(",")).map(SupervisordKeys::whole).toList());
      case "startsecs" -> definition.put("startSeconds", whole(value));
      case "stopsignal" -> definition.put("stopSignal", value.toUpperCase(Locale.ROOT));
      case "stopwaitsecs" -> definition.put("stopSeconds", whole(value));
      case "umask" -> definition.put("umask", umask(value));
      case "stdout_logfile_maxbytes" -> {
        log(definition, "maxBytes", Sizes.bytes(value));
        return !zero(value);
      }
      case "stdout_logfile_backups" -> {
        log(definition, "maxFiles", whole(value));
        return !zero(value);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Returns why a key is not kept; "" if its loss has no effect. */
  static String lost(String key, String value) {
    return switch (key) {
      case "process_name", "numprocs", "numprocs_start" -> "";
      case "stdout_logfile_maxbytes" -> "a log here always rotates at some size";
      case "stdout_logfile_backups" -> "one archive at least is kept";
      case "user" -> "servers run as the host's own user";
      case "priority" -> "the order of starts is said by after, in a definition";
      case "startretries" -> "tries are spaced ever wider and given up after ten in ten minutes";
      case "stopasgroup", "killasgroup" -> flag(value) ? "" : "the whole group is always signalled";
      case "redirect_stderr" ->
          flag(value) ? "" : "standard error always goes into the project's one log";
      case "stdout_logfile", "stderr_logfile" -> "the log is DATA_DIR/logs/NAME.log";
      default -> "it has no counterpart here";
    };
  }

  /** Returns the octal umask, with at least three digits. */
  static String umask(String value) {
    String digits = value.strip();
    if (!digits.matches("[0-7]{1,4}")) {
      throw new IllegalArgumentException(value + " is not a umask; allowed: octal digits");
    }
    return String.format(Locale.ROOT, "%03o", Integer.parseInt(digits, 8) & 0777);
  }

  private static boolean zero(String value) {
    return value.strip().equals("0");
  }

  private static void log(Map<String, Object> definition, String member, long value) {
    if (value == 0) {
      return;
    }
    @SuppressWarnings("unchecked")
    Map<String, Object> log =
        (Map<String, Object>) definition.computeIfAbsent("log", k -> new LinkedHashMap<>());
    log.put(member, member.equals("maxBytes") ? Math.max(4096, value) : (Object) (int) value);
  }

  static boolean flag(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> throw new IllegalArgumentException(value + " is neither true nor false");
    };
  }

  private static int whole(String value) {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(value + " is not a whole number", e);
    }
  }
}
