package innkeeper.api.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The JSON forms of arrays. */
final class ListForms {

  private ListForms() {}

  /**
   * Texts.
   *
   * @param pattern describes each text; empty for any text
   * @param allowed what each text must be, in words
   */
  record Texts(String type, Optional<Pattern> pattern, String allowed)
      implements MemberForm<List<String>> {

    @Override
    public List<String> read(MemberReader in, String name, Object value, List<String> fallback) {
      List<String> texts = new ArrayList<>();
      if (value instanceof List<?> list) {
        for (Object one : list) {
          if (one instanceof String text && isRight(text)) {
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

    private boolean isRight(String text) {
      return pattern.isEmpty() || pattern.get().matcher(text).matches();
    }

    @Override
    public Map<String, Object> schema() {
      Map<String, Object> items = Forms.map("type", "string");
      pattern.ifPresent(p -> items.put("pattern", p.pattern()));
      return Forms.map("type", "array", "items", items);
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
      return Forms.map(
          "type",
          "array",
          "items",
          Forms.map("type", "integer", "minimum", least, "maximum", most));
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
          new Texts(type(), Optional.empty(), "texts only").read(in, name, value, fallback);
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
      return Forms.map(
          "type",
          "array",
          "minItems",
          1,
          "prefixItems",
          List.of(Forms.map("type", "string", "minLength", 1, "pattern", VariableForms.NO_NUL)),
          "items",
          Forms.map("type", "string", "pattern", VariableForms.NO_NUL));
    }

    @Override
    public String type() {
      return "array of texts";
    }
  }
}
