package innkeeper.records;

import innkeeper.api.record.LogLevel;
import innkeeper.records.report.GraveWords;
import innkeeper.records.report.PostgresWords;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the level of a line of plain text: from its logger's mark, else from its words. */
final class TextLevel {

  private static final int PREFIX = 160;
  private static final int LONGEST_WORD = 13;

  /** The words of loggers for their levels. */
  private static final Map<String, LogLevel> WORDS = new HashMap<>();

  static {
    words(LogLevel.DEBUG, "trace trce trc debug dbug dbg fine finer finest verbose debu silly");
    words(
        LogLevel.INFO, "info inf information informational notice success log hint default config");
    words(LogLevel.WARN, "warn warning wrn");
    words(
        LogLevel.ERROR,
        "erro fata pani error err fail severe critical crit fatal ftl emergency emerg "
            + "alert dpanic panic crash supervisor");
  }

  private static final Pattern LETTER =
      Pattern.compile("([DIWEFA])(?:\\d{4} \\d{2}:\\d{2}:|, \\[)|\\[([TDIWEFC])(?:\\]| \\d{6}) ");

  private static final Pattern REDIS =
      Pattern.compile("\\d+:[A-Z] \\d{1,2} [A-Z][a-z]{2} \\d{4} [\\d:.]+ ([.*#-]) ");

  /** The levels of logrus without a terminal, of Monolog's channels and of Erlang's reports. */
  private static final Pattern WORD =
      Pattern.compile(
          "(?:(DEBU|INFO|WARN|ERRO|FATA|PANI)\\[\\d+\\]"
              + "|\\[[^\\]]{10,40}\\] \\w+\\.(DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY):"
              + "|=(INFO|WARNING|ERROR|CRASH|SUPERVISOR) REPORT=|SLF4J\\(([IWED])\\): )");

  private static final Pattern SYSLOG = Pattern.compile("<(\\d{1,3})>");

  /** Lower-case words that are a level before a colon; others are too common in prose. */
  private static final Set<String> BEFORE_COLON =
      Set.of(
          ("trce trace dbug debug verbose info notice warn warning fail err error crit "
                  + "critical fatal panic alert emerg")
              .split(" "));

  /** The level in util.inspect of Node.js, and in structlog's key and value pairs. */
  private static final Pattern MEMBER =
      Pattern.compile("(?:^|[{,\\s])[\"']?level[\"']?(?:: |=)[\"']([a-z]{3,9})[\"']");

  /** The beginning of a line in one of these notations. */
  private static final Pattern OBJECT = Pattern.compile("\\s*(\\{|\\w+='|[\"']\\w+[\"']: )");

  /** A warning of Node.js 18 to 24. */
  private static final Pattern NODE =
      Pattern.compile("\\(node:\\d+\\) (?:\\[\\w+\\] )?\\w*Warning: ");

  private static final Pattern NPM = Pattern.compile("npm (ERR|WARN|error|warn|notice)\\b");

  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?<![\\w/\"'.$])[\\w.$]{0,100}(?:Error|Exception|Panic)(?:\\s{0,3}[:(\\[]|$)"
              + "|\\bTraceback \\(most recent|^panic: |^fatal error: |^thread '.{0,80}panicked at"
              + "|\\b[Ss]egmentation fault|\\(core dumped\\)|^Un(?:caught|handled) "
              + "|^Exception in thread |^Killed$|^Out of memory|^goroutine \\d+ \\["
              + "|^terminate called after |: Assertion [`']|\\bcrashed\\b|^=(?:CRASH|SUPERVISOR) REPORT="
              + "|^exit status [1-9]|\\bexited with (?:code|status) [1-9]|^Found \\d+ data race"
              + "|^\\*\\*\\* .* detected \\*\\*\\*: terminated"
              + "|^(?:free|malloc|realloc|munmap_chunk|corrupted|double free)[ (].{0,40}"
              + "(?:invalid|corrupt|double free|mismatching|size)"
              + "|^Unrecognized (?:VM )?option|^Invalid (?:maximum|initial) heap|^raised [A-Z][\\w.]+ : "
              + "|^lua\\S*: \\S+:\\d+: |\\bIn procedure \\S+:|^init terminating"
              + "|^\\*\\* \\(|\\bat \\S{1,80}\\.p[lm] line \\d");

  /** The system's messages for a failed call, and people's words for a failure. */
  private static final Pattern FAILURE =
      Pattern.compile(
          "(?:No such file or directory|Permission denied|Connection refused|command not found"
              + "|No space left on device|Address already in use|Connection reset by peer"
              + "|Broken pipe|(?<!\\b0 |\\bno |\\| )\\bfail(?:ed|ure)\\b"
              + "(?![\\w/=?&%#@-]|\\.\\w|\\s{0,3}[:|]?\\s{0,3}(?:0\\b|none\\b|\\|)"
              + "|\\s{1,3}(?:attempts?|count|login rate)))",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WARNING =
      Pattern.compile("Use of uninitialized value|AH\\d{1,6}: |⚠");

  /** A warning's class, of Python or Node.js. */
  private static final Pattern WARNING_CLASS = Pattern.compile("\\b[A-Z]\\w*Warning: ");

  private static final Pattern GOOD = Pattern.compile("[✓✔✅]");

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|(?<!\\w)'[^']{0,60}'(?!\\w)");

  private static final Pattern ERROR_WORD =
      Pattern.compile(
          "(?<![\\w/.=&?%#@!-])(?<!\\b(?:no|any|zero|without|max|ignore|ignoring|handle|0) )"
              + "(errors?|fatal|severe|critical|panic|panicked|exception|uncaught|unhandled)"
              + "(?![\\w/=&?%#@-]|\\.\\w|s?\\s*[=:]\\s*(?:0|none|null|nil|false|\"\")\\b"
              + "|\\s+(?:rate|count|counts|handler|handlers|handling|page|pages|log|logs|reporting|budget|recovered|section|path)\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern WARN_WORD =
      Pattern.compile(
          "(?<![\\w/.=&?%#@-])(?<!\\b(?:no|any|zero|without|\\d{1,6}) )"
              + "(warning|\\w*Warning|deprecated)(?![\\w/=&?%#@-]|\\.\\w)",
          Pattern.CASE_INSENSITIVE);

  private TextLevel() {}

  private static void words(LogLevel level, String words) {
    for (String word : words.split(" ")) {
      WORDS.put(word, level);
    }
  }

  static LogLevel of(String line) {
    return explicit(line).orElseGet(() -> byWords(line));
  }

  /**
   * Returns the level of a logger's word.
   *
   * @return empty if the word is not a level
   */
  static Optional<LogLevel> word(String word) {
    return Optional.ofNullable(WORDS.get(word.toLowerCase(Locale.ROOT)));
  }

  /** Returns the level that the line itself names; empty if it names none. */
  static Optional<LogLevel> explicit(String line) {
    if (line.isEmpty()) {
      return Optional.empty();
    }
    Optional<LogLevel> sign = sign(line);
    String prefix = line.length() > PREFIX ? line.substring(0, PREFIX) : line;
    return sign.or(() -> postgres(prefix)).or(() -> member(line)).or(() -> named(prefix));
  }

  /** Returns the level of a message of PostgreSQL, whose word is followed by two blanks. */
  private static Optional<LogLevel> postgres(String line) {
    int end = line.indexOf(":  ");
    int begin = end;
    while (begin > 0 && Character.isLetter(line.charAt(begin - 1))) {
      begin--;
    }
    String word = end < 0 ? "" : line.substring(begin, end);
    return PostgresWords.error(word)
        ? Optional.of(LogLevel.ERROR)
        : PostgresWords.warning(word) ? Optional.of(LogLevel.WARN) : Optional.empty();
  }

  /**
   * Returns the level of an object that a program printed in the notation of JavaScript or Python.
   */
  private static Optional<LogLevel> member(String line) {
    if (!line.contains("level") || !OBJECT.matcher(line).lookingAt()) {
      return Optional.empty();
    }
    Matcher member = MEMBER.matcher(line);
    return member.find() ? word(member.group(1)) : Optional.empty();
  }

  /** Returns the level from the letters, numbers and words with which some loggers begin a line. */
  private static Optional<LogLevel> sign(String line) {
    char first = line.charAt(0);
    if (first == '<') {
      Matcher syslog = SYSLOG.matcher(line);
      return syslog.lookingAt()
          ? Optional.of(severity(Integer.parseInt(syslog.group(1)) % 8))
          : Optional.empty();
    }
    if (first >= '0' && first <= '9') {
      Matcher redis = REDIS.matcher(line);
      return redis.lookingAt() ? Optional.of(redis(redis.group(1))) : Optional.empty();
    }
    if (first == '(') {
      return NODE.matcher(line).lookingAt() ? Optional.of(LogLevel.WARN) : Optional.empty();
    }
    if (first == 'n') {
      Matcher npm = NPM.matcher(line);
      return npm.lookingAt() ? word(npm.group(1)) : Optional.empty();
    }
    if (first < 'A' || first > '[') {
      return first == '=' ? logger(line) : Optional.empty();
    }
    Matcher letter = LETTER.matcher(line);
    if (!letter.lookingAt()) {
      return logger(line);
    }
    return Optional.of(letter(letter.group(1) == null ? letter.group(2) : letter.group(1)));
  }

  private static Optional<LogLevel> logger(String line) {
    Matcher logger = WORD.matcher(line);
    if (!logger.lookingAt()) {
      return Optional.empty();
    }
    if (logger.group(4) != null) {
      return Optional.of(letter(logger.group(4)));
    }
    int group = logger.group(1) != null ? 1 : logger.group(2) != null ? 2 : 3;
    return word(logger.group(group));
  }

  private static LogLevel letter(String letter) {
    return switch (letter) {
      case "D", "T" -> LogLevel.DEBUG;
      case "W" -> LogLevel.WARN;
      case "E", "F", "C" -> LogLevel.ERROR;
      default -> LogLevel.INFO;
    };
  }

  private static LogLevel redis(String sign) {
    return switch (sign) {
      case "#" -> LogLevel.WARN;
      case "*" -> LogLevel.INFO;
      default -> LogLevel.DEBUG;
    };
  }

  /** Returns the level of a severity of syslog, 0 to 7. */
  static LogLevel severity(int number) {
    return number <= 3
        ? LogLevel.ERROR
        : number == 4 ? LogLevel.WARN : number == 7 ? LogLevel.DEBUG : LogLevel.INFO;
  }

  /**
   * Returns the level of the first word that is in capitals, in brackets, or before a colon and
   * outside of quotes.
   */
  private static Optional<LogLevel> named(String line) {
    Optional<LogLevel> beforeColon = Optional.empty();
    boolean quoted = false;
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (!Character.isLetter(c)) {
        quoted |= c == '"' || c == '\'';
        i++;
        continue;
      }
      int end = i + 1;
      while (end < line.length() && wordly(line.charAt(end))) {
        end++;
      }
      if (end - i <= LONGEST_WORD) {
        LogLevel level = WORDS.get(line.substring(i, end).toLowerCase(Locale.ROOT));
        if (level != null && (capitals(line, i, end) || bracketed(line, i, end))) {
          return beforeColon.isPresent() ? beforeColon : Optional.of(level);
        }
        if (level != null && !quoted && beforeColon.isEmpty() && colon(line, i, end)) {
          beforeColon = Optional.of(level);
        }
      }
      i = end;
    }
    return beforeColon;
  }

  private static boolean wordly(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean capitals(String line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line.charAt(i) < 'A' || line.charAt(i) > 'Z') {
        return false;
      }
    }
    boolean free =
        from == 0
            || " [(<|>:*!,;\t\"".indexOf(line.charAt(from - 1)) >= 0
            || line.startsWith("|-", from - 2)
            || thread(line, from);
    boolean ends =
        to == line.length()
            || "] :|>)!,/;\t".indexOf(line.charAt(to)) >= 0
            || line.charAt(to) == '-' && (to + 1 == line.length() || !wordly(line.charAt(to + 1)));
    return free && ends;
  }

  /** Returns whether the word ends a thread's name, as in {@code [Server thread/WARN]}. */
  private static boolean thread(String line, int from) {
    return line.charAt(from - 1) == '/'
        && line.lastIndexOf('[', from) >= 0
        && line.lastIndexOf(']', from) < line.lastIndexOf('[', from);
  }

  private static boolean bracketed(String line, int from, int to) {
    if (from == 0) {
      return false;
    }
    int open = from - 1;
    if (line.charAt(open) == ':') {
      open--; // Apache: [core:error]
      while (open >= 0 && (wordly(line.charAt(open)) || line.charAt(open) == '.')) {
        open--;
      }
    }
    int close = to;
    while (close < line.length() && line.charAt(close) == ' ') {
      close++;
    }
    boolean opens = open >= 0 && "[(<".indexOf(line.charAt(open)) >= 0 || thread(line, from);
    return opens && close < line.length() && "])>".indexOf(line.charAt(close)) >= 0;
  }

  private static boolean colon(String line, int from, int to) {
    if (!BEFORE_COLON.contains(line.substring(from, to).toLowerCase(Locale.ROOT))
        || from > 0
            && line.charAt(from - 1) != ' '
            && line.charAt(from - 1) != ':'
            && line.charAt(from - 1) != '\t') {
      return false;
    }
    int end = to;
    if (end < line.length() && line.charAt(end) == '[') {
      int close = line.indexOf(']', end);
      end = close < 0 ? end : close + 1; // error[E0382]:
    }
    return end < line.length()
        && (line.charAt(end) == ':' || line.charAt(end) == '!')
        && (end + 1 == line.length() || Character.isWhitespace(line.charAt(end + 1)));
  }

  /** Returns the level that the words of a line mean. */
  static LogLevel byWords(String line) {
    if (!GraveWords.telling(line)) {
      return LogLevel.INFO;
    }
    String text = QUOTED.matcher(line).replaceAll("\"\"");
    if (GOOD.matcher(text.stripLeading()).lookingAt()) {
      return LogLevel.INFO;
    }
    if (WARNING.matcher(text.stripLeading()).lookingAt() || WARNING_CLASS.matcher(text).find()) {
      return LogLevel.WARN;
    }
    if (EXCEPTION.matcher(line).find()
        || ERROR_WORD.matcher(text).find()
        || FAILURE.matcher(text).find()) {
      return LogLevel.ERROR;
    }
    return WARN_WORD.matcher(text).find() ? LogLevel.WARN : LogLevel.INFO;
  }
}
