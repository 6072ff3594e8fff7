package innkeeper.api.settings;

import innkeeper.common.time.DailySpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All settings of the host, with their defaults and bounds. Boot checks the values before it opens
 * any resource; the host bundle checks them again when conf/innkeeper.config changes. Safe for many
 * threads.
 */
public final class SettingsTable {

  private static final Map<String, Setting> ROWS = new LinkedHashMap<>();

  static {
    row(
        "DATA_DIR",
        "./data",
        "a directory that can be made and written",
        false,
        "where everything the host keeps lives",
        SettingsTable::control);
    row(
        "ADMIN_PORT",
        "4560",
        "a whole number from 0 to 65535; 0: no page, no API",
        false,
        "the loopback port of page and API",
        whole(0, 65535));
    row(
        "ADMIN_SHOW_CONFIG",
        "on",
        "on, off",
        true,
        "whether page and API show definitions of projects, redacted",
        oneOf(Set.of("on", "off")));
    row(
        "ADMIN_SOCKET",
        "",
        "an absolute path of at most 100 bytes, in a directory of mode 0700 that is yours; empty: none",
        false,
        "a Unix socket for page and API besides ADMIN_PORT; with ADMIN_PORT=0 instead of it",
        path(100));
    row(
        "SOCKET_GROUP",
        "",
        "the name of a group that the host's user is in; empty: none",
        false,
        "a second socket for the members of this group, with fewer commands",
        SettingsTable::control);
    row(
        "SOCKET_RIGHTS",
        "read",
        "read, operate",
        false,
        "what that group may do: look, or start and stop too",
        oneOf(Set.of("read", "operate")));
    row(
        "SOCKET_DIR",
        "",
        "an absolute path of at most 85 bytes; empty: /tmp/innkeeper-UID",
        false,
        "the directory of that socket, the group's alone",
        path(85));
    row(
        "HOST_LABEL",
        "",
        "1 to 40 characters without control characters; empty: the machine's hostname",
        true,
        "what the page calls this host",
        text(40));
    row(
        "LOG_LEVEL",
        "info",
        "debug, info, warn, error",
        true,
        "how much the console says",
        oneOf(Set.of("debug", "info", "warn", "error")));
    row(
        "LOG_MAX_BYTES",
        "10485760",
        "a whole number from 4096",
        true,
        "a log rotates before it passes this",
        whole(4096, Long.MAX_VALUE));
    row(
        "LOG_MAX_FILES",
        "10",
        "a whole number from 1",
        true,
        "archives kept of each log",
        whole(1, Integer.MAX_VALUE));
    row(
        "LOG_TOTAL_BYTES",
        "1073741824",
        "a whole number from 1048576",
        true,
        "cap over all archives",
        whole(1048576, Long.MAX_VALUE));
    row(
        "LOG_MAX_AGE_DAYS",
        "30",
        "a whole number from 0; 0: no limit",
        true,
        "archives older than this go",
        whole(0, 36500));
    row(
        "LEARNED_MAX",
        "256",
        "a whole number from 0 to 4096; 0: nothing is learned",
        true,
        "values learned from a project's output and hidden from then on",
        whole(0, 4096));
    row(
        "LEARNED_HOURS",
        "24",
        "a whole number from 1 to 8760",
        true,
        "a learned value is forgotten when it was not taught for so long",
        whole(1, 8760));
    row(
        "BACKUP_INTERVAL_HOURS",
        "1",
        "a number from 0, fractions allowed; 0: only on demand",
        true,
        "hours between backups",
        fraction(0, 87600));
    row(
        "BACKUP_HOOK",
        "",
        "a command; it gets each verified backup's path and its manifest",
        true,
        "copies each verified backup off the host",
        any());
    row(
        "BACKUP_ARCHIVE",
        "off",
        "off, on, with-env-files",
        true,
        "BACKUP_HOOK gets an archive of the whole host too",
        oneOf(Set.of("off", "on", "with-env-files")));
    row(
        "BACKUP_HOOK_SECONDS",
        "600",
        "a whole number from 1 to 86400",
        true,
        "BACKUP_HOOK is ended when it takes longer",
        whole(1, 86400));
    row("BACKUP_KEEP", "6", "a whole number from 1", true, "newest backups kept", whole(1, 100000));
    row(
        "BACKUP_KEEP_HOURLY",
        "24",
        "a whole number from 0",
        true,
        "hours of which the newest backup is kept",
        whole(0, 100000));
    row(
        "BACKUP_KEEP_DAILY",
        "7",
        "a whole number from 0",
        true,
        "days of which the newest backup is kept",
        whole(0, 100000));
    row(
        "BACKUP_KEEP_WEEKLY",
        "4",
        "a whole number from 0",
        true,
        "weeks of which the newest backup is kept",
        whole(0, 100000));
    row(
        "BACKUP_KEEP_MONTHLY",
        "6",
        "a whole number from 0",
        true,
        "months of which the newest backup is kept",
        whole(0, 100000));
    row(
        "ALARM_WAIT_SECONDS",
        "10",
        "a whole number from 0 to 3600",
        true,
        "an incident that ends sooner does not become an alarm",
        whole(0, 3600));
    row(
        "ALARM_REMIND_HOURS",
        "0",
        "a whole number from 0 to 168; 0: no reminders",
        true,
        "an incident that lasts and is not acknowledged is sent again after so many hours",
        whole(0, 168));
    row(
        "ALARM_QUIET_HOURS",
        "",
        "HH:MM-HH:MM, then a time zone if it is not the machine's; empty: none",
        true,
        "alarms wait until these hours of the day are over",
        dailySpan());
    row(
        "ALARM_QUIET_PASSES",
        "critical",
        "critical, none",
        true,
        "alarms that are sent in quiet hours too",
        oneOf(Set.of("critical", "none")));
    row(
        "PAGE_URL",
        "",
        "http://HOST… or https://HOST…; empty: alarms have no link",
        true,
        "where people reach the page, for links in alarms",
        pageUrl());
  }

  private SettingsTable() {}

  /** Returns all settings, in the order of {@code docs/settings.md}. */
  public static List<Setting> rows() {
    return List.copyOf(ROWS.values());
  }

  /**
   * Returns one setting.
   *
   * @param name the environment variable's name, in upper case
   * @return empty if no setting has that name
   */
  public static Optional<Setting> row(String name) {
    return Optional.ofNullable(ROWS.get(name));
  }

  /**
   * Checks values by name. Names that are not in the table are ignored.
   *
   * @param values by name of the setting
   * @return one line per mistake, in the table's order; empty if all values are allowed
   */
  public static List<String> mistakes(Map<String, String> values) {
    List<String> mistakes = new ArrayList<>();
    for (Setting row : ROWS.values()) {
      String value = values.get(row.name());
      if (value != null) {
        row.mistake(value).ifPresent(mistakes::add);
      }
    }
    return mistakes;
  }

  private static void row(
      String name,
      String fallback,
      String allowed,
      boolean live,
      String about,
      Function<String, Optional<String>> check) {
    ROWS.put(name, new Setting(name, fallback, allowed, live, about, check));
  }

  private static Function<String, Optional<String>> any() {
    return value -> Optional.empty();
  }

  private static Function<String, Optional<String>> text(int most) {
    return value ->
        value.codePointCount(0, value.length()) > most
            ? Optional.of("is too long")
            : control(value);
  }

  /**
   * Rejects control characters, because paths and names become parts of lines that other programs
   * read: /proc/net/unix, units, registrations.
   */
  private static Optional<String> control(String value) {
    return value.codePoints().anyMatch(Character::isISOControl)
        ? Optional.of("holds a control character")
        : Optional.empty();
  }

  /** Checks the path of a socket or of its directory; the kernel accepts 107 bytes for a socket. */
  private static Function<String, Optional<String>> path(int longest) {
    return value -> {
      if (value.isEmpty()) {
        return Optional.empty();
      }
      if (!value.startsWith("/")) {
        return Optional.of("is not an absolute path");
      }
      return value.getBytes(StandardCharsets.UTF_8).length > longest
          ? Optional.of("is longer than " + longest + " bytes")
          : control(value);
    };
  }

  private static Function<String, Optional<String>> whole(long min, long max) {
    return value -> {
      if (!value.matches("-?[0-9]+")) {
        return Optional.of("is not a whole number");
      }
      try {
        long number = Long.parseLong(value);
        return number < min || number > max ? Optional.of("is out of range") : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.of("is out of range");
      }
    };
  }

  private static Function<String, Optional<String>> fraction(double min, double max) {
    return value -> {
      if (!value.matches("[0-9]+(\\.[0-9]+)?|\\.[0-9]+")) {
        return Optional.of("is not a number");
      }
      double number = Double.parseDouble(value);
      return number < min || number > max ? Optional.of("is out of range") : Optional.empty();
    };
  }

  private static Function<String, Optional<String>> dailySpan() {
    return value -> {
      try {
        if (!value.isBlank()) {
          DailySpan.parse(value);
        }
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        return Optional.of("is not a span of a day");
      }
    };
  }

  private static Function<String, Optional<String>> pageUrl() {
    return value ->
        value.isBlank() || value.matches("https?://[A-Za-z0-9.:\\[\\]-]+(/[A-Za-z0-9._~/-]*)?")
            ? Optional.empty()
            : Optional.of("is not the address of a page");
  }

  private static Function<String, Optional<String>> oneOf(Set<String> words) {
    return value -> words.contains(value) ? Optional.empty() : Optional.of("is not known");
  }
}
