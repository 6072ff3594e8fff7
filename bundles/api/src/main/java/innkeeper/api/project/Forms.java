package innkeeper.api.project;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The JSON forms of single values. */
final class Forms {

  private Forms() {}

  /** A text that a pattern describes; "" stands for a member that is left out. */
  record Text(String type, Pattern pattern, String allowed) implements MemberForm<String> {

    @Override
    public String read(MemberReader in, String name, Object value, String fallback) {
      if (value instanceof String text && pattern.matcher(text).matches()) {
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
      return map("type", "string", "pattern", pattern.pattern());
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
   * A value from a fixed list, each with a word of its own.
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
