package innkeeper.records;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.record.LogLevel;
import innkeeper.common.text.SeenText;
import innkeeper.records.report.SeenLine;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of JSON or logfmt.
 *
 * @param failure the exception that the line contains, with its innermost cause; "" without one
 */
record StructuredLine(
    LogLevel level,
    String message,
    String failure,
    Optional<Instant> time,
    Map<String, String> fields) {

  private static final int MOST_CHARS = 64 * 1024;
  private static final int MOST_FIELDS = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> MESSAGE =
      words(
          "msg message @message @m @mt event body text short_message fields.message"
              + " record.message error err");
  private static final List<String> TIME =
      words("time ts timestamp @timestamp @t asctime datetime date t t.$date");

  /** The objects whose members count as members of the line. */
  private static final List<String> OPENED =
      words(
          "log error err t fields @fields _meta record record.level record.exception context"
              + " context.exception context.exception.previous exception thrown throwable");

  private static final Pattern PAIR =
      Pattern.compile("([A-Za-z_][\\w.@/-]*)=(\"((?:[^\"\\\\]|\\\\.)*)\"|[^\\s\"]*)(?:\\s+|$)");

  private static List<String> words(String words) {
    return List.of(words.split(" "));
  }

  /** Parses a line; empty if it has another form. */
  static Optional<StructuredLine> of(String line) {
    return members(line).map(StructuredLine::of);
  }

  /** Returns the level of a line; empty if it has another form. */
  static Optional<LogLevel> level(String line) {
    return members(line)
        .map(
            members ->
                StructuredLevel.of(members)
                    .map(StructuredLevel::level)
                    .orElseGet(() -> of(members).level()));
  }

  /** Returns the members with their names, those of nested objects after a dot. */
  private static Optional<Map<String, String>> members(String line) {
    if (line.length() > MOST_CHARS || line.length() < 5) {
      return Optional.empty();
    }
    String text = SeenText.of(line).strip();
    if (text.startsWith("{") && text.endsWith("}")) {
      return json(text);
    }
    return text.indexOf('=') > 0 && Character.isLetter(text.charAt(0))
        ? logfmt(text)
        : Optional.empty();
  }

  private static Optional<Map<String, String>> json(String text) {
    JsonNode tree;
    try {
      tree = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // the line only resembles JSON
    }
    Map<String, String> members = new LinkedHashMap<>();
    flatten("", tree, members);
    return Optional.of(members);
  }

  private static void flatten(String prefix, JsonNode object, Map<String, String> into) {
    Iterator<Map.Entry<String, JsonNode>> all = object.properties().iterator();
    while (all.hasNext() && into.size() < MOST_FIELDS) {
      Map.Entry<String, JsonNode> member = all.next();
      String name = prefix + member.getKey();
      JsonNode value = member.getValue();
      if (value.isObject() && OPENED.contains(name)) {
        flatten(name + ".", value, into);
      } else {
        into.put(name, value.isValueNode() ? value.asText() : value.toString());
      }
    }
  }

  private static Optional<Map<String, String>> logfmt(String text) {
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
    boolean told =
        StructuredLevel.of(members).isPresent() || find(lowerCase(members), MESSAGE) != null;
    return members.size() > 1 && told ? Optional.of(members) : Optional.empty();
  }

  private static StructuredLine of(Map<String, String> members) {
    Map<String, String> names = lowerCase(members);
    String messageName = find(names, MESSAGE);
    String timeName = find(names, TIME);
    String message = messageName == null ? "" : members.get(messageName);
    Optional<StructuredLevel> level = StructuredLevel.of(members);
    boolean ordinary = level.filter(told -> told.level().compareTo(LogLevel.WARN) < 0).isPresent();
    String failure = ordinary ? "" : StructuredFailure.of(members);
    LogLevel severity =
        level
            .map(StructuredLevel::level)
            .orElseGet(
                () ->
                    failure.isEmpty() ? TextLevel.of(SeenLine.of(message).text()) : LogLevel.ERROR);
    Optional<Instant> time = timeName == null ? Optional.empty() : time(members.get(timeName));
    Map<String, String> rest = new LinkedHashMap<>(members);
    level.ifPresent(told -> rest.remove(told.name()));
    rest.remove(messageName);
    if (time.isPresent()) {
      rest.remove(timeName);
    }
    String error = StructuredFailure.error(rest);
    String both = message.isEmpty() || error.isEmpty() ? "" : message + ": " + error;
    boolean fails = severity.compareTo(LogLevel.WARN) >= 0;
    return new StructuredLine(
        severity,
        message.isEmpty() ? failure : message,
        fails ? failure.isEmpty() ? both : failure : "",
        time,
        Collections.unmodifiableMap(rest));
  }

  /** Returns the names of members by their lower-case form. */
  private static Map<String, String> lowerCase(Map<String, String> members) {
    Map<String, String> names = new HashMap<>();
    members.keySet().forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
    return names;
  }

  private static String find(Map<String, String> names, List<String> wanted) {
    for (String name : wanted) {
      String found = names.get(name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static Optional<Instant> time(String text) {
    if (text.matches("\\d{9,19}(\\.\\d{1,9})?|\\d\\.\\d{1,18}E\\d{1,2}")) {
      return PrintedTime.ofEpoch(Double.parseDouble(text));
    }
    return PrintedTime.of(text);
  }
}
