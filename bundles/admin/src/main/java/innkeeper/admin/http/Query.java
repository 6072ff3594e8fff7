package innkeeper.admin.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request's query. Read from the URL alone: the servlet API's own parameters would read a form
 * body too, and wait for it.
 */
public final class Query {

  private final Map<String, String> values = new LinkedHashMap<>();

  public Query(String raw) {
    if (raw == null) {
      return;
    }
    for (String pair : raw.split("&")) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      values.putIfAbsent(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
    }
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * A whole number.
   *
   * @throws Problem that names the range
   */
  public long number(String name, long fallback, long min, long max) {
    String value = values.get(name);
    if (value == null) {
      return fallback;
    }
    // Digits alone: parseLong also takes a sign and the digits of every other script.
    if (value.length() <= 19 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
      try {
        long number = Long.parseLong(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw outside(name, min, max);
      }
    }
    throw outside(name, min, max);
  }

  private static Problem outside(String name, long min, long max) {
    return new Problem(
        Problem.Kind.BAD_VALUE,
        "The parameter \""
            + name
            + "\" takes a whole number from "
            + min
            + (max == Long.MAX_VALUE ? " up." : " to " + max + "."));
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
