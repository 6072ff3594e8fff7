package innkeeper.logging.record;

import innkeeper.api.record.LogLevel;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The level of a line of plain text: what its logger says, else what its words say. */
final class TextLevel {

  private static final int PREFIX = 160;

  private static final Map<String, LogLevel> WORDS =
      Map.ofEntries(
          Map.entry("trace", LogLevel.DEBUG),
          Map.entry("trce", LogLevel.DEBUG),
          Map.entry("trc", LogLevel.DEBUG),
          Map.entry("debug", LogLevel.DEBUG),
          Map.entry("dbug", LogLevel.DEBUG),
          Map.entry("dbg", LogLevel.DEBUG),
          Map.entry("fine", LogLevel.DEBUG),
          Map.entry("finer", LogLevel.DEBUG),
          Map.entry("finest", LogLevel.DEBUG),
          Map.entry("verbose", LogLevel.DEBUG),
          Map.entry("silly", LogLevel.DEBUG),
          Map.entry("info", LogLevel.INFO),
          Map.entry("inf", LogLevel.INFO),
          Map.entry("information", LogLevel.INFO),
          Map.entry("informational", LogLevel.INFO),
          Map.entry("notice", LogLevel.INFO),
          Map.entry("success", LogLevel.INFO),
          Map.entry("log", LogLevel.INFO),
          Map.entry("hint", LogLevel.INFO),
          Map.entry("default", LogLevel.INFO),
          Map.entry("config", LogLevel.INFO),
          Map.entry("warn", LogLevel.WARN),
          Map.entry("warning", LogLevel.WARN),
          Map.entry("wrn", LogLevel.WARN),
          Map.entry("error", LogLevel.ERROR),
          Map.entry("err", LogLevel.ERROR),
          Map.entry("fail", LogLevel.ERROR),
          Map.entry("severe", LogLevel.ERROR),
          Map.entry("critical", LogLevel.ERROR),
          Map.entry("crit", LogLevel.ERROR),
          Map.entry("fatal", LogLevel.ERROR),
          Map.entry("ftl", LogLevel.ERROR),
          Map.entry("emergency", LogLevel.ERROR),
          Map.entry("emerg", LogLevel.ERROR),
          Map.entry("alert", LogLevel.ERROR),
          Map.entry("dpanic", LogLevel.ERROR),
          Map.entry("panic", LogLevel.ERROR));

  private static final Pattern LETTER =
      Pattern.compile("([DIWEFA])(?:\\d{4} \\d{2}:\\d{2}:|, \\[).*");

  private static final Pattern REDIS =
      Pattern.compile("\\d+:[A-Z] \\d{1,2} [A-Z][a-z]{2} \\d{4} [\\d:.]+ ([.*#-]) .*");

  private static final Pattern SYSLOG = Pattern.compile("<(\\d{1,3})>.*");

  /** An upper-case word, as nearly every logger writes it. */
  private static final Pattern UPPER =
      Pattern.compile(
          "(?<![\\w./=-])(TRACE|DEBUG|DBG|FINE|FINER|FINEST|VERBOSE|INFO|INF|NOTICE|WARN|WARNING"
              + "|WRN|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|FTL|EMERG|ALERT|PANIC|LOG|HINT)"
              + "(?=[\\]\\s:|>)!,/;-]|$)(?!-\\w)");

  /** A word in brackets or before a colon; a colon counts only at the beginning. */
  private static final Pattern BRACKETS =
      Pattern.compile(
          "[\\[(<](?:[\\w.]{1,20}:)?(trace|debug|verbose|info|notice|warn|warning|error|err|fatal|crit"
              + "|critical|alert|emerg|severe)[\\])>]",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern COLON =
      Pattern.compile(
          "(?:[^\"']{0,80}?(?:\\s|:)|)(trce|trace|dbug|debug|info|notice|warn|warning|fail|err|error"
              + "|crit|critical|fatal|panic)(?:\\[[\\w.-]{1,60}\\])?[:!](?:\\s.*|$)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern NPM = Pattern.compile("npm (ERR|WARN|error|warn|notice)\\b.*");

  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?<![\\w/\"'])[\\w.$]*(?:Error|Exception|Panic)(?:\\s*[:(\\[].*|$)"
              + "|.*\\bTraceback \\(most recent.*|panic: .*|fatal error: .*|thread '.*panicked at.*"
              + "|.*\\b[Ss]egmentation fault.*|.*\\(core dumped\\).*|Un(?:caught|handled) .*"
              + "|Exception in thread .*|Killed|Out of memory.*|goroutine \\d+ \\[.*");

  private static final Pattern ERROR_WORD =
      Pattern.compile(
          "(?<![\\w/.=&?%#@-])(?<!\\b(?:no|any|zero|without|ignore|ignoring|handle|0) )"
              + "(errors?|fatal|severe|critical|panic|panicked|exception|uncaught|unhandled)"
              + "(?![\\w/=&?%#@-]|\\.\\w|s?\\s*[=:]\\s*(?:0|none|null|nil|false|\"\")\\b"
              + "|\\s+(?:rate|count|counts|handler|handlers|handling|page|pages|log|logs|reporting|budget|recovered|section|path)\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WARN_WORD =
      Pattern.compile(
          "(?<![\\w/.=&?%#@-])(?<!\\b(?:no|any|zero|without|0) )"
              + "(warning|\\w*Warning|deprecated)(?![\\w/=&?%#@-]|\\.\\w)",
          Pattern.CASE_INSENSITIVE);

  private TextLevel() {}

  static LogLevel of(String line) {
    return explicit(line).orElseGet(() -> byWords(line));
  }

  /** Whether the line names its level itself. */
  static boolean told(String line) {
    return explicit(line).isPresent();
  }

  /**
   * The level of a logger's word or letter.
   *
   * @return empty for a word that is no level
   */
  static Optional<LogLevel> word(String word) {
    return Optional.ofNullable(WORDS.get(word.toLowerCase(Locale.ROOT)));
  }

  private static Optional<LogLevel> explicit(String line) {
    Matcher letter = LETTER.matcher(line);
    if (letter.matches()) {
      return Optional.of(
          switch (letter.group(1)) {
            case "D" -> LogLevel.DEBUG;
            case "W" -> LogLevel.WARN;
            case "E", "F" -> LogLevel.ERROR;
            default -> LogLevel.INFO;
          });
    }
    Matcher redis = REDIS.matcher(line);
    if (redis.matches()) {
      return Optional.of(
          switch (redis.group(1)) {
            case "#" -> LogLevel.WARN;
            case "*" -> LogLevel.INFO;
            default -> LogLevel.DEBUG;
          });
    }
    Matcher syslog = SYSLOG.matcher(line);
    if (syslog.matches()) {
      int severity = Integer.parseInt(syslog.group(1)) % 8;
      return Optional.of(
          severity <= 3
              ? LogLevel.ERROR
              : severity == 4 ? LogLevel.WARN : severity == 7 ? LogLevel.DEBUG : LogLevel.INFO);
    }
    return named(line);
  }

  private static Optional<LogLevel> named(String line) {
    String prefix = line.length() > PREFIX ? line.substring(0, PREFIX) : line;
    Matcher npm = NPM.matcher(line);
    if (npm.matches()) {
      return word(npm.group(1));
    }
    Matcher upper = UPPER.matcher(prefix);
    int upperAt = upper.find() ? upper.start() : Integer.MAX_VALUE;
    Matcher brackets = BRACKETS.matcher(prefix);
    if (brackets.find() && brackets.start() <= upperAt) {
      return word(brackets.group(1));
    }
    if (upperAt < Integer.MAX_VALUE) {
      return word(upper.group(1));
    }
    Matcher colon = COLON.matcher(prefix);
    return colon.matches() ? word(colon.group(1)) : Optional.empty();
  }

  private static LogLevel byWords(String line) {
    if (EXCEPTION.matcher(line).find() || ERROR_WORD.matcher(line).find()) {
      return LogLevel.ERROR;
    }
    return WARN_WORD.matcher(line).find() ? LogLevel.WARN : LogLevel.INFO;
  }
}
