package innkeeper.logging.reading.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.record.LogLevel;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of JSON or logfmt. */
record StructuredLine(
    LogLevel level, String message, Optional<Instant> time, Map<String, String> fields) {

  private static final int MOST_CHARS = 64 * 1024;
  private static final int MOST_FIELDS = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> LEVEL =
      words("level severity lvl levelname log.level loglevel @l severitytext s");
  private static final List<String> MESSAGE =
      words("msg message @m @mt event body text short_message error err");
  private static final List<String> TIME =
      words("time ts timestamp @timestamp @t asctime datetime date t t.$date");

  private static final Pattern PAIR =
      Pattern.compile("([A-Za-z_][\\w.@/-]*)=(\"((?:[^\"\\\\]|\\\\.)*)\"|[^\\s\"]*)(?:\\s+|$)");

  private static List<String> words(String words) {
    return List.of(words.split(" "));
  }

  /** Parses a line; empty if it has another form. */
  static Optional<StructuredLine> of(String line) {
    if (line.length() > MOST_CHARS || line.length() < 5) {
      return Optional.empty();
    }
    String text =
        line.indexOf('\u001b') < 0 ? line.strip() : RecordReader.withoutEscapes(line).strip();
    if (text.startsWith("{") && text.endsWith("}")) {
      return json(text);
    }
    return text.indexOf('=') > 0 && Character.isLetter(text.charAt(0))
        ? logfmt(text)
        : Optional.empty();
  }

  private static Optional<StructuredLine> json(String text) {
    JsonNode tree;
    try {
      tree = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // the line only resembles JSON
    }
    Map<String, String> members = new LinkedHashMap<>();
    Iterator<Map.Entry<String, JsonNode>> all = tree.properties().iterator();
    while (all.hasNext() && members.size() < MOST_FIELDS) {
      Map.Entry<String, JsonNode> member = all.next();
      flatten(member.getKey(), member.getValue(), members, 2);
    }
    return Optional.of(of(members));
  }

  private static void flatten(String name, JsonNode value, Map<String, String> into, int depth) {
    if (value.isObject()
        && depth > 0
        && (name.equals("log") || name.equals("error") || name.equals("err") || name.equals("t"))) {
      value
          .properties()
          .forEach(e -> flatten(name + "." + e.getKey(), e.getValue(), into, depth - 1));
    } else {
      into.put(name, value.isValueNode() ? value.asText() : value.toString());
    }
  }

  private static Optional<StructuredLine> logfmt(String text) {
    Map<String, String> members = new LinkedHashMap<>();
    Matcher pair = PAIR.matcher(text);
    int at = 0;
    while (at < text.length()) {
      pair.region(at, text.length());
      if (!pair.lookingAt() || members.size() >= MOST_FIELDS) {
        return Optional.empty();
      }
      String quoted = pair.group(3);
      members.put(
          pair.group(1),
          quoted == null ? pair.group(2) : quoted.replace("\\\"", "\"").replace("\\\\", "\\"));
      at = pair.end();
    }
    boolean told = find(members, LEVEL) != null || find(members, MESSAGE) != null;
    return members.size() > 1 && told ? Optional.of(of(members)) : Optional.empty();
  }

  private static StructuredLine of(Map<String, String> members) {
    String levelName = find(members, LEVEL);
    String messageName = find(members, MESSAGE);
    String timeName = find(members, TIME);
    String message = messageName == null ? "" : members.get(messageName);
    String nested = nested(members);
    LogLevel level =
        levelName != null
            ? level(members.get(levelName))
            : nested != null ? LogLevel.ERROR : TextLevel.of(RecordReader.look(message));
    if (message.isEmpty() && nested != null) {
      message = nested;
    }
    Optional<Instant> time = timeName == null ? Optional.empty() : time(members.get(timeName));
    Map<String, String> rest = new LinkedHashMap<>(members);
    rest.remove(levelName);
    rest.remove(messageName);
    if (time.isPresent()) {
      rest.remove(timeName);
    }
    return new StructuredLine(level, message, time, java.util.Collections.unmodifiableMap(rest));
  }

  private static String nested(Map<String, String> members) {
    String message = members.get("error.message");
    return message == null ? members.get("err.message") : message;
  }

  private static String find(Map<String, String> members, List<String> names) {
    for (String wanted : names) {
      for (String name : members.keySet()) {
        if (name.toLowerCase(Locale.ROOT).equals(wanted)) {
          return name;
        }
      }
    }
    return null;
  }

  /** Reads a level: a word, or a number as in pino and bunyan. */
  private static LogLevel level(String text) {
    if (text.matches("\\d{1,3}")) {
      int number = Integer.parseInt(text);
      return number >= 50
          ? LogLevel.ERROR
          : number >= 40 ? LogLevel.WARN : number >= 30 ? LogLevel.INFO : LogLevel.DEBUG;
    }
    return TextLevel.word(text).or(() -> letter(text)).orElse(LogLevel.INFO);
  }

  /** Reads a level's letter as in MongoDB: I, W, E, F, D1 to D5. */
  private static Optional<LogLevel> letter(String text) {
    return switch (text) {
      case "W" -> Optional.of(LogLevel.WARN);
      case "E", "F" -> Optional.of(LogLevel.ERROR);
      default -> text.matches("D\\d?") ? Optional.of(LogLevel.DEBUG) : Optional.empty();
    };
  }

  private static Optional<Instant> time(String text) {
    if (text.matches("\\d{9,19}(\\.\\d{1,9})?|\\d\\.\\d{1,18}E\\d{1,2}")) {
      return PrintedTime.ofEpoch(Double.parseDouble(text));
    }
    return PrintedTime.of(text);
  }
}
