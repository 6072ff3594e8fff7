package innkeeper.shell.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of a command, parsed from its usage lines, so that they are declared only there.
 * Options in brackets are optional: {@code [-f|--follow]} takes no value, {@code [-n|--lines 200]}
 * takes one. The value of {@code [--watch[=S]]} may be missing, and {@code [--env K=V]...} may be
 * repeated. In parentheses, {@code (--for SPAN)}, an option with a value is required. An option
 * without brackets takes no value. {@code --} ends the options. A lower-case word is a subcommand.
 *
 * @param flags options without a required value
 * @param valued options that take a value
 * @param optional the options in {@code flags} that accept a value after {@code =}
 * @param choices the allowed values of options whose usage lists them: {@code [--restart
 *     always|never]}
 * @param repeated the options in {@code valued} that may be given more than once
 * @param subcommands the words that the user types literally
 * @param rest whether {@code --} ends the options
 */
public record Usage(
    Set<String> flags,
    Set<String> valued,
    Set<String> optional,
    Map<String, List<String>> choices,
    Set<String> repeated,
    Set<String> subcommands,
    boolean rest) {

  private static final Pattern CHOICES = Pattern.compile("[a-z-]+(\\|[a-z-]+)+");

  private static final Pattern PART =
      Pattern.compile("[\\[(]((?:[^\\[\\]()]|\\[[^\\]]*\\])*)[\\])](\\.\\.\\.)?|(\\S+)");

  /**
   * @param forms one line per form, each beginning with the command's name
   */
  static Usage of(List<String> forms) {
    Usage usage =
        new Usage(
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashMap<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            forms.stream().anyMatch(form -> (form + " ").contains(" -- ")));
    for (String form : forms) {
      Matcher part = PART.matcher(form.substring((form + " ").indexOf(' ')));
      while (part.find()) {
        if (part.group(3) == null) {
          usage.optional(part.group(1), part.group(2) != null);
        } else {
          usage.word(part.group(3));
        }
      }
    }
    return usage;
  }

  private void optional(String content, boolean repeats) {
    int space = content.indexOf(' ');
    for (String name : (space < 0 ? content : content.substring(0, space)).split("\\|")) {
      int bracket = name.indexOf("[=");
      if (bracket > 0) {
        flags.add(name.substring(0, bracket));
        optional.add(name.substring(0, bracket));
      } else if (name.startsWith("-")) {
        (space < 0 ? flags : valued).add(name);
        if (space > 0 && CHOICES.matcher(content.substring(space + 1)).matches()) {
          choices.put(name, List.of(content.substring(space + 1).split("\\|")));
        }
        if (repeats) {
          repeated.add(name);
        }
      }
    }
  }

  private void word(String word) {
    for (String name : word.split("\\|")) {
      if (name.length() > 1 && name.startsWith("-") && !name.equals("--")) {
        flags.add(name);
      } else if (name.matches("[a-z]+")) {
        subcommands.add(name);
      }
    }
  }

  /**
   * Finds the first of some options among the words of a command. It skips the values of other
   * options and all words after {@code --}.
   */
  public Optional<String> first(List<String> words, Set<String> wanted) {
    for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
      if (wanted.contains(words.get(i))) {
        return Optional.of(words.get(i));
      }
      if (valued.contains(words.get(i)) && i + 1 < words.size() && !words.get(i + 1).equals("--")) {
        i++;
      }
    }
    return Optional.empty();
  }

  /** Returns all options and subcommands, for completion. */
  public List<String> words() {
    List<String> words = new ArrayList<>(flags);
    words.addAll(valued);
    words.addAll(subcommands);
    if (rest) {
      words.add("--");
    }
    return words;
  }
}
