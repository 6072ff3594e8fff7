package innkeeper.admin.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The query of a request. It is read from the URL alone, because the servlet API's parameters would
 * also read a form body and wait for it.
 */
public final class Query {

  private static final int MOST_SHOWN = 40;

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> contradicted = new HashSet<>();

  public Query(String raw) {
    if (raw == null) {
      return;
    }
    for (String pair : raw.split("&")) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      String before = values.putIfAbsent(name, value);
      if (before != null && !before.equals(value)) {
        contradicted.add(name);
      }
    }
  }

  /**
   * Returns a parameter's value; empty if the query does not have it.
   *
   * @throws Problem if the query has it twice with different values
   */
  public Optional<String> text(String name) {
    if (contradicted.contains(name)) {
      throw new Problem(
          Problem.Kind.BAD_VALUE, "The parameter \"" + name + "\" was given twice; once, please.");
    }
    return Optional.ofNullable(values.get(name));
  }

  /**
   * Returns the value of a boolean parameter.
   *
   * @return empty if the query does not have it
   * @throws Problem if it is neither true nor false
   */
  public Optional<Boolean> flag(String name) {
    Optional<String> word = text(name);
    if (word.isPresent() && !word.get().equals("true") && !word.get().equals("false")) {
      throw new Problem(
          Problem.Kind.BAD_VALUE,
          "The parameter \"" + name + "\" takes true or false, not \"" + shown(word.get()) + "\".");
    }
    return word.map(Boolean::valueOf);
  }

  /**
   * Returns the value of a number parameter, or its usual value.
   *
   * @throws Problem if the value is not a number in the parameter's range, which the message names
   */
  public long number(NumberParameter parameter) {
    String value = text(parameter.name()).orElse(null);
    if (value == null) {
      return parameter.usual();
    }
    // Only ASCII digits are allowed: parseLong also takes a sign and the digits of other scripts.
    if (value.length() <= 19 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        long number = Long.parseLong(value);
        if (number >= parameter.least() && number <= parameter.most()) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw outside(parameter, value);
      }
    }
    throw outside(parameter, value);
  }

  private static Problem outside(NumberParameter parameter, String value) {
    return new Problem(
        Problem.Kind.BAD_VALUE,
        "The parameter \""
            + parameter.name()
            + "\" takes a whole number from "
            + parameter.least()
            + (parameter.most() == Long.MAX_VALUE ? " up" : " to " + parameter.most())
            + ", not \""
            + shown(value)
            + "\".");
  }

  /**
   * Returns the start of a value for use in a sentence. Characters that control a terminal are
   * replaced.
   */
  public static String shown(String value) {
    boolean whole = value.length() <= MOST_SHOWN;
    String start = whole ? value : value.substring(0, MOST_SHOWN);
    // The replacement comes after the cut, which may have left half of a surrogate pair.
    return start.replaceAll("\\p{C}", "\ufffd") + (whole ? "" : "…");
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          Problem.Kind.BAD_VALUE, "The query holds a % that no two hexadecimal digits follow.");
    }
  }
}
