package innkeeper.shell.cli;

import innkeeper.api.incident.Incidents;
import innkeeper.common.time.PointInTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Parses the words of a command and collects every mistake. It reads {@code --flag}, {@code --name
 * VALUE}, {@code --name=VALUE}, {@code -n VALUE}, {@code -nVALUE} and {@code --}. The words after
 * {@code --} are not parsed.
 */
public final class Options {

  /**
   * Accepts a word as the value of an option whose value is optional. Any other word is an
   * argument, such as a project.
   */
  private static final Predicate<String> NUMBER =
      Pattern.compile("[0-9]{1,4}(\\.[0-9]+)?").asMatchPredicate();

  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final List<String> plain = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final Usage usage;
  private List<String> rest;

  private Options(Usage usage) {
    this.usage = usage;
  }

  /**
   * @param command the help of the command; its usage declares the options
   */
  public static Options of(List<String> words, Help command) {
    Options options = new Options(command.options());
    options.read(words);
    return options;
  }

  private void read(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--")) {
        rest = List.copyOf(words.subList(i + 1, words.size()));
        return;
      }
      if (!word.startsWith("-") || word.equals("-")) {
        plain.add(word);
        continue;
      }
      String name = word;
      String value = null;
      int equals = word.indexOf('=');
      if (word.startsWith("--") && equals > 0) {
        name = word.substring(0, equals);
        value = word.substring(equals + 1);
      } else if (!word.startsWith("--") && word.length() > 2) {
        name = word.substring(0, 2);
        value = word.substring(2);
      }
      if (usage.flags().contains(name)) {
        List<String> had = values.computeIfAbsent(name, n -> new ArrayList<>());
        boolean may = usage.optional().contains(name);
        if (may && value == null && i + 1 < words.size() && NUMBER.test(words.get(i + 1))) {
          value = words.get(++i);
        }
        if (may && value != null) {
          had.add(value);
        } else if (value != null) {
          mistakes.add(name + " takes no value; it was given " + value);
        }
      } else if (usage.valued().contains(name)) {
        if (value == null) {
          if (i + 1 == words.size() || words.get(i + 1).equals("--")) {
            mistakes.add(name + " needs a value");
            continue;
          }
          value = words.get(++i);
        }
        List<String> choices = usage.choices().get(name);
        if (choices != null && !choices.contains(value)) {
          wrong(name + " is " + value + "; allowed: " + String.join(", ", choices));
          continue;
        }
        List<String> had = values.computeIfAbsent(name, n -> new ArrayList<>());
        if (!had.isEmpty() && !usage.repeated().contains(name)) {
          mistakes.add(name + " is given twice");
        }
        had.add(value);
      } else {
        if (UnknownWord.goesBefore(name)) {
          wrong(name + " is read before the command only: innkeeper " + name + " ... COMMAND");
          i += value == null ? 1 : 0;
          continue;
        }
        List<String> options = usage.words().stream().filter(w -> w.startsWith("-")).toList();
        mistakes.add("unknown option " + name + UnknownWord.optionHint(name, options));
      }
    }
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Optional<String> value(String name) {
    List<String> all = values.get(name);
    return all == null || all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns a whole number in a range; a mistake is noted. */
  public int number(String name, int fallback, int min, int max) {
    String allowed = "a whole number from " + min + " to " + max;
    return ranged(name, Integer::valueOf, min, max, allowed).orElse(fallback);
  }

  /** Returns a number of seconds, which may have a fraction; a mistake is noted. */
  public double seconds(String name, double fallback, double min, double max) {
    String allowed = "seconds from " + plain(min) + " to " + plain(max);
    return ranged(name, Double::valueOf, min, max, allowed).orElse(fallback);
  }

  private <T extends Number> Optional<T> ranged(
      String name, Function<String, T> parser, double min, double max, String allowed) {
    Optional<String> value = value(name);
    try {
      Optional<T> number = value.map(parser);
      if (number.filter(n -> !(n.doubleValue() >= min && n.doubleValue() <= max)).isEmpty()) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The code below reports it, like a number out of range.
    }
    wrong(name + " is " + value.get() + "; allowed: " + allowed);
    return Optional.empty();
  }

  private static String plain(double number) {
    return number == (long) number ? Long.toString((long) number) : Double.toString(number);
  }

  /** Returns a point in time in the user's notation; a mistake is noted. */
  public Optional<Instant> time(String name, Clock clock) {
    return parsed(name, text -> PointInTime.parse(text, clock));
  }

  /** Returns the end of a span of time; a mistake is noted. */
  public Optional<Instant> endTime(String name, Optional<Instant> from, Clock clock) {
    return parsed(name, text -> PointInTime.parseEnd(text, from, clock));
  }

  /**
   * Returns the parsed value of an option; a mistake is noted.
   *
   * @param parser throws IllegalArgumentException with the reason
   */
  public <T> Optional<T> parsed(String name, Function<String, T> parser) {
    try {
      return value(name).map(parser);
    } catch (IllegalArgumentException e) {
      wrong(name + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Returns a span of time that {@link Incidents#span} parses; a mistake is noted.
   *
   * @param allowed the limits for the message, such as {@code 1m to 7d}
   */
  public Optional<Duration> span(String name, Duration min, Duration max, String allowed) {
    Optional<Duration> span = parsed(name, Incidents::span);
    if (span.isPresent() && (span.get().compareTo(min) < 0 || span.get().compareTo(max) > 0)) {
      wrong(name + " is " + value(name).get() + "; allowed: " + allowed);
    }
    return span;
  }

  public List<String> plain() {
    return plain;
  }

  /** Returns the only argument; a missing or further word is noted as a mistake. */
  public String one(String what) {
    if (plain.isEmpty()) {
      wrong(what + " is missing");
      return "";
    }
    atMost(1);
    return plain.get(0);
  }

  /** Notes each further word as a mistake. */
  public Options atMost(int count) {
    for (int i = count; i < plain.size(); i++) {
      wrong("unexpected word " + plain.get(i));
    }
    return this;
  }

  /** Returns the words after {@code --}; empty if there is no {@code --}. */
  public Optional<List<String>> rest() {
    return Optional.ofNullable(rest);
  }

  public void wrong(String mistake) {
    mistakes.add(mistake);
  }

  /**
   * Reports all collected mistakes. Call it after all options are read. If the usage has no {@code
   * --}, a word behind it is a mistake.
   */
  public Options check() throws UsageException {
    if (!usage.rest() && rest != null && !rest.isEmpty()) {
      wrong("unexpected word " + rest.get(0));
    }
    return checkBeforeSeparator();
  }

  /** Reports the collected mistakes, and accepts all words behind {@code --}. */
  Options checkBeforeSeparator() throws UsageException {
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    return this;
  }
}
