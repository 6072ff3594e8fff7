package innkeeper.api.project;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The JSON forms of members that are no objects with members of their own. */
final class Forms {

  private static final String NO_NUL = "^[^\\u0000]*$";
  private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";

  private Forms() {}

  /** A text that a pattern describes. */
  record Text(String type, String pattern, String allowed, Predicate<String> right)
      implements MemberForm<String> {

    @Override
    public String read(MemberReader in, String name, Object value, String fallback) {
      if (value instanceof String text && right.test(text)) {
        return text;
      }
      in.wrong(name, value, allowed);
      return fallback;
    }

    @Override
    public Object write(String value, boolean mask) {
      return value.isEmpty() ? null : value;
    }

    @Override
    public Map<String, Object> schema() {
      return map("type", "string", "pattern", pattern);
    }
  }

  /**
   * A text that another class parses.
   *
   * @param parse throws an {@link IllegalArgumentException}, whose message is not shown
   */
  record Parsed<T>(String type, String pattern, String allowed, Function<String, T> parse)
      implements MemberForm<Optional<T>> {

    @Override
    public Optional<T> read(MemberReader in, String name, Object value, Optional<T> fallback) {
      try {
        if (value instanceof String text) {
          return Optional.of(parse.apply(text));
        }
      } catch (IllegalArgumentException | java.time.DateTimeException e) {
        // The mistake names the value.
        in.wrong(name, value, allowed);
        return fallback;
      }
      in.wrong(name, value, allowed);
      return fallback;
    }

    @Override
    public Object write(Optional<T> value, boolean mask) {
      return value.map(Object::toString).orElse(null);
    }

    @Override
    public Map<String, Object> schema() {
      return map("type", "string", "pattern", pattern);
    }
  }

  /** A path; an empty text counts as left out. */
  record PathForm() implements MemberForm<Optional<Path>> {

    @Override
    public Optional<Path> read(
        MemberReader in, String name, Object value, Optional<Path> fallback) {
      try {
        if (value instanceof String text) {
          return Optional.of(text)
              .filter(path -> !path.isEmpty())
              .map(path -> in.base().resolve(path).normalize());
        }
        in.wrong(name, value, "a text");
      } catch (InvalidPathException e) {
        in.wrong(name, value, "a path");
      }
      return fallback;
    }

    @Override
    public Object write(Optional<Path> value, boolean mask) {
      return value.map(Path::toString).orElse(null);
    }

    @Override
    public Map<String, Object> schema() {
      return map("type", "string");
    }

    @Override
    public String type() {
      return "path";
    }
  }

  /**
   * A whole number.
   *
   * @param zeroIsNone whether 0 stands for a member that is left out
   */
  record Whole(long least, long most, boolean zeroIsNone) implements MemberForm<Long> {

    @Override
    public Long read(MemberReader in, String name, Object value, Long fallback) {
      if ((value instanceof Integer || value instanceof Long)
          && ((Number) value).longValue() >= least
          && ((Number) value).longValue() <= most) {
        return ((Number) value).longValue();
      }
      in.wrong(name, value, "a whole number from " + least + " to " + most);
      return fallback;
    }

    @Override
    public Object write(Long value, boolean mask) {
      if (value == 0 && zeroIsNone) {
        return null;
      }
      return most <= Integer.MAX_VALUE ? (Number) value.intValue() : value;
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> schema = map("type", "integer", "minimum", least);
      if (most < Long.MAX_VALUE) {
        schema.put("maximum", most);
      }
      return schema;
    }

    @Override
    public String type() {
      return most < Integer.MAX_VALUE ? least + "–" + most : "from " + least;
    }
  }

  /** A time in seconds, kept to the millisecond. */
  record Seconds(double least, double most) implements MemberForm<Duration> {

    @Override
    public Duration read(MemberReader in, String name, Object value, Duration fallback) {
      if (value instanceof Number n && n.doubleValue() >= least && n.doubleValue() <= most) {
        return Duration.ofMillis(Math.round(n.doubleValue() * 1000));
      }
      in.wrong(name, value, "seconds from " + least + " to " + most);
      return fallback;
    }

    @Override
    public Object write(Duration value, boolean mask) {
      return number(value.toMillis() / 1000.0);
    }

    @Override
    public Map<String, Object> schema() {
      return map("type", "number", "minimum", number(least), "maximum", number(most));
    }

    @Override
    public String type() {
      return number(least) + "–" + number(most);
    }

    private static Number number(double seconds) {
      return seconds == (long) seconds ? (Number) (long) seconds : (Number) seconds;
    }
  }

  /** True or false. */
  record Flag() implements MemberForm<Boolean> {

    @Override
    public Boolean read(MemberReader in, String name, Object value, Boolean fallback) {
      if (value instanceof Boolean flag) {
        return flag;
      }
      in.wrong(name, value, "true or false");
      return fallback;
    }

    @Override
    public Map<String, Object> schema() {
      return map("type", "boolean");
    }

    @Override
    public String type() {
      return "true, false";
    }
  }

  /**
   * One of some words.
   *
   * @param plain turns what is written into the form of the words
   */
  record Word<T>(List<T> all, Function<T, String> word, UnaryOperator<String> plain)
      implements MemberForm<T> {

    static <T> Word<T> of(List<T> all, Function<T, String> word) {
      return new Word<>(all, word, UnaryOperator.identity());
    }

    private List<String> words() {
      return all.stream().map(word).toList();
    }

    @Override
    public T read(MemberReader in, String name, Object value, T fallback) {
      int at = value instanceof String text ? words().indexOf(plain.apply(text)) : -1;
      if (at >= 0) {
        return all.get(at);
      }
      in.wrong(name, value, String.join(", ", words()));
      return fallback;
    }

    @Override
    public Object write(T value, boolean mask) {
      return word.apply(value);
    }

    @Override
    public Map<String, Object> schema() {
      return map("enum", words());
    }

    @Override
    public String type() {
      return words().stream().map(one -> "`" + one + "`").collect(Collectors.joining(", "));
    }
  }

  /**
   * Texts.
   *
   * @param right what each text must be
   * @param allowed what each text must be, in words
   */
  record Texts(String type, String pattern, Predicate<String> right, String allowed)
      implements MemberForm<List<String>> {

    @Override
    public List<String> read(MemberReader in, String name, Object value, List<String> fallback) {
      List<String> texts = new ArrayList<>();
      if (value instanceof List<?> list) {
        for (Object one : list) {
          if (one instanceof String text && right.test(text)) {
            texts.add(text);
          } else {
            in.wrong(name, one, allowed);
          }
        }
      } else {
        in.wrong(name, value, "an array of texts");
      }
      return List.copyOf(texts);
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> items = map("type", "string");
      if (!pattern.isEmpty()) {
        items.put("pattern", pattern);
      }
      return map("type", "array", "items", items);
    }
  }

  /** Whole numbers. */
  record Numbers(int least, int most) implements MemberForm<List<Integer>> {

    @Override
    public List<Integer> read(MemberReader in, String name, Object value, List<Integer> fallback) {
      List<Integer> numbers = new ArrayList<>();
      if (!(value instanceof List<?> list)) {
        in.wrong(name, value, "an " + type());
        return fallback;
      }
      for (Object one : list) {
        if (one instanceof Integer number && number >= least && number <= most) {
          numbers.add(number);
        } else {
          in.wrong(name, one, "whole numbers from " + least + " to " + most);
        }
      }
      return List.copyOf(numbers);
    }

    @Override
    public Map<String, Object> schema() {
      return map(
          "type", "array", "items", map("type", "integer", "minimum", least, "maximum", most));
    }

    @Override
    public String type() {
      return "array of whole numbers";
    }
  }

  /** A program and its arguments. */
  record Command() implements MemberForm<List<String>> {

    @Override
    public List<String> read(MemberReader in, String name, Object value, List<String> fallback) {
      int before = in.mistakes().size();
      List<String> words =
          new Texts(type(), "", word -> true, "texts only").read(in, name, value, fallback);
      if (in.mistakes().size() == before && (words.isEmpty() || words.get(0).isEmpty())) {
        in.wrong(name, value, "a program and its arguments");
      }
      if (words.stream().anyMatch(word -> word.indexOf(0) >= 0)) {
        in.wrong(name, "a word with a NUL byte", "words without NUL");
      }
      return words;
    }

    @Override
    public Map<String, Object> schema() {
      return map(
          "type",
          "array",
          "minItems",
          1,
          "prefixItems",
          List.of(map("type", "string", "minLength", 1, "pattern", NO_NUL)),
          "items",
          map("type", "string", "pattern", NO_NUL));
    }

    @Override
    public String type() {
      return "array of texts";
    }
  }

  /** Variables. A value may be a secret, so no mistake names it. */
  record Variables() implements MemberForm<Map<String, String>> {

    @Override
    public Map<String, String> read(
        MemberReader in, String name, Object value, Map<String, String> fallback) {
      Map<String, String> variables = new LinkedHashMap<>();
      if (!(value instanceof Map<?, ?> pairs)) {
        in.mistake(name + " is not an object; allowed: an object of texts");
        return fallback;
      }
      pairs.forEach(
          (key, one) -> {
            String variable = String.valueOf(key);
            if (!variable.matches(VARIABLE)) {
              in.wrong(name, variable, "names of letters, digits and _, not starting with a digit");
            } else if (!(one instanceof String text) || text.indexOf(0) >= 0) {
              in.mistake(
                  name
                      + " "
                      + MemberReader.shown(variable)
                      + " has a value that is not a text; allowed: a text");
            } else {
              variables.put(variable, text);
            }
          });
      return java.util.Collections.unmodifiableMap(variables);
    }

    @Override
    public Object write(Map<String, String> value, boolean mask) {
      Map<String, Object> values = new LinkedHashMap<>();
      value.forEach((key, text) -> values.put(key, mask ? Definitions.MASK : text));
      return values;
    }

    @Override
    public Map<String, Object> schema() {
      return variables(NO_NUL);
    }

    @Override
    public String type() {
      return "object of texts";
    }

    static Map<String, Object> variables(String pattern) {
      return map(
          "type",
          "object",
          "propertyNames",
          map("pattern", "^" + VARIABLE + "$"),
          "additionalProperties",
          map("type", "string", "pattern", pattern));
    }
  }

  /** Variables whose values are in files. */
  record Files() implements MemberForm<Map<String, Path>> {

    @Override
    public Map<String, Path> read(
        MemberReader in, String name, Object value, Map<String, Path> fallback) {
      Map<String, Path> files = new LinkedHashMap<>();
      new Variables()
          .read(in, name, value, Map.of())
          .forEach(
              (key, file) -> {
                try {
                  if (file.isEmpty()) {
                    in.wrong(name + " " + key, "empty", "the path of a file");
                  } else {
                    files.put(key, in.base().resolve(file).normalize());
                  }
                } catch (InvalidPathException e) {
                  in.wrong(name + " " + key, file, "the path of a file");
                }
              });
      return java.util.Collections.unmodifiableMap(files);
    }

    @Override
    public Object write(Map<String, Path> value, boolean mask) {
      Map<String, Object> files = new LinkedHashMap<>();
      value.forEach((key, file) -> files.put(key, file.toString()));
      return files;
    }

    @Override
    public Map<String, Object> schema() {
      return Variables.variables("^[^\\u0000]+$");
    }

    @Override
    public String type() {
      return "object of paths";
    }
  }

  /** Returns what Linux takes of an argument or variable: its bytes, its end and its pointer. */
  static int bytes(String word) {
    return word.getBytes(StandardCharsets.UTF_8).length + Definitions.WORD_END_BYTES;
  }

  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
