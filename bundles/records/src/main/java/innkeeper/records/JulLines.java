package innkeeper.records;

import innkeeper.api.record.LogLevel;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two lines of a record of java.util.logging in JDK 17 and 25, in the languages of its levels.
 */
final class JulLines {

  private static final Pattern HEAD =
      Pattern.compile(
          "[\\p{L}\\d]{2,5}\\.? \\d{1,2}, \\d{4} \\d{1,2}:\\d{2}:\\d{2}[\\s\\u00a0\\u202f]"
              + "(?:\\p{L}{2}|[AP]\\.[ \\u00a0]?M\\.) [\\w.$<>]+ \\S+"
              // tinylog 2
              + "|\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2} \\[.*\\] [\\w.$<>]+\\(\\)");

  private static final Pattern BODY =
      Pattern.compile("(\\p{Lu}[\\p{Lu} ]{2,16}|[\\p{IsHan}\\p{IsHangul} ]{2,7}): .*");

  private static final Set<String> SEVERE =
      Set.of("ERROR", "SEVERE", "SCHWERWIEGEND", "GRAVE", "ALLVARLIG", "重大", "심각", "严重", "嚴重");

  private static final Set<String> WARNING =
      Set.of(
          "WARN",
          "WARNING",
          "WARNUNG",
          "AVERTISSEMENT",
          "ADVERTENCIA",
          "AVVERTENZA",
          "ADVERTÊNCIA",
          "VARNING",
          "警告",
          "경고");

  private static final Set<String> FINE =
      Set.of(
          "DEBUG",
          "TRACE",
          "FINE",
          "FINER",
          "FINEST",
          "FEIN",
          "FEINER",
          "AM FEINSTEN",
          "PRÉCIS",
          "PLUS PRÉCIS",
          "LE PLUS PRÉCIS",
          "DETALLADO",
          "MUY DETALLADO",
          "MÁS DETALLADO",
          "BUONO",
          "MIGLIORE",
          "OTTIMALE",
          "DETALHADO",
          "MAIS DETALHADO",
          "FIN",
          "FINARE",
          "FINASTE",
          "普通",
          "詳細",
          "最も詳細",
          "미세",
          "보다 미세",
          "가장 미세",
          "详细",
          "较详细",
          "非常详细",
          "較詳細",
          "最詳細");

  private JulLines() {}

  static boolean head(String line) {
    return HEAD.matcher(line).matches();
  }

  static boolean continues(String head, String line) {
    return Character.isLetterOrDigit(head.charAt(0)) && BODY.matcher(line).matches() && head(head);
  }

  /** Returns the level of the second line; empty if the line has another form. */
  static Optional<LogLevel> level(String line) {
    Matcher body = BODY.matcher(line);
    if (!body.matches()) {
      return Optional.empty();
    }
    String word = body.group(1);
    return Optional.of(
        SEVERE.contains(word)
            ? LogLevel.ERROR
            : WARNING.contains(word)
                ? LogLevel.WARN
                : FINE.contains(word) ? LogLevel.DEBUG : LogLevel.INFO);
  }
}
