package innkeeper.admin.http;

import java.math.BigInteger;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
      throw Problem.bad("The parameter \"" + name + "\" has two different values; give it once.");
    }
    return Optional.ofNullable(values.get(name));
  }

  /**
   * Returns a parameter's value.
   *
   * @param takes what the parameter takes, for the message
   * @throws Problem if the query does not have it
   */
  public String required(String name, String takes) {
    return text(name)
        .orElseThrow(
            () ->
                Problem.bad("The parameter \"" + name + "\" is missing; it takes " + takes + "."));
  }

  /** Returns the words of a list parameter; empty if the query does not have it. */
  public List<String> words(String name) {
    return text(name).stream()
        .flatMap(text -> Arrays.stream(text.split(",")))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /**
   * Returns the value of a parameter that takes one of some words.
   *
   * @return empty if the query does not have it
   * @throws Problem if it is not one of the words, which the message names
   */
  public Optional<String> word(Parameter parameter) {
    List<?> words = (List<?>) parameter.schema().get("enum");
    Optional<String> word = text(parameter.name());
    if (word.isPresent() && !words.contains(word.get())) {
      String all = words.stream().map(Object::toString).collect(Collectors.joining(", "));
      throw refused(parameter, all.replaceFirst(", (?!.*, )", " or "), word.get());
    }
    return word;
  }

  /**
   * Returns whether a parameter that takes true or false is true.
   *
   * @throws Problem if it has another value
   */
  public boolean flag(Parameter parameter) {
    return word(parameter).map(Boolean::valueOf).orElse(false);
  }

  /**
   * Returns the value of a number parameter that is never above the greatest int.
   *
   * @throws Problem as {@link #number}
   */
  public int count(Parameter parameter) {
    return (int) number(parameter);
  }

  /**
   * Returns the value of a number parameter, or its usual value.
   *
   * @throws Problem if the value is not a number in the parameter's range, which the message names
   */
  public long number(Parameter parameter) {
    long least = parameter.bound("minimum");
    long most = parameter.bound("maximum");
    String value = text(parameter.name()).orElse(null);
    if (value == null) {
      return parameter.bound("default");
    }
    // Only ASCII digits are allowed: BigInteger also takes a sign and the digits of other scripts.
    if (value.matches("[0-9]{1,19}")) {
      BigInteger number = new BigInteger(value);
      if (number.compareTo(BigInteger.valueOf(least)) >= 0
          && number.compareTo(BigInteger.valueOf(most)) <= 0) {
        return number.longValue();
      }
    }
    String range = least + (most == Long.MAX_VALUE ? " up" : " to " + most);
    throw refused(parameter, "a whole number from " + range, value);
  }

  private static Problem refused(Parameter parameter, String takes, String value) {
    String name = parameter.name();
    return Problem.bad(
        "The parameter \"" + name + "\" takes " + takes + ", not \"" + shown(value) + "\".");
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
      throw Problem.bad("The query holds a % that no two hexadecimal digits follow.");
    }
  }
}
