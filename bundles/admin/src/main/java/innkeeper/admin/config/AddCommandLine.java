package innkeeper.admin.config;

import innkeeper.api.json.JsonForm;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.Member;
import innkeeper.api.project.Members;
import innkeeper.common.text.PosixWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line that defines an existing project again.
 *
 * @param text one line for a POSIX shell. A hidden value is written as {@code "${NAME:?}"}: the
 *     shell refuses to run the command without that variable.
 * @param lacks members that differ from their defaults and for which {@code add} has no option
 */
public record AddCommandLine(
    @JsonForm("For a POSIX shell, which refuses it while a variable in it is not set.") String text,
    @JsonForm("What the command cannot say: innkeeper apply can.") List<String> lacks) {

  /** The members that are arguments of {@code add} instead of options. */
  private static final Set<String> ARGUMENTS = Set.of("channelId", "command");

  private static final Pattern MASK = Pattern.compile(Pattern.quote(Definitions.MASK));

  /** Collects the words of one command. */
  private static final class Words {
    private final StringBuilder line = new StringBuilder("innkeeper add");
    private int secrets;

    void option(String name, String word) {
      line.append(' ').append(name).append(' ').append(word);
    }

    void word(String word) {
      line.append(' ').append(word);
    }

    /** Quotes a text and replaces each hidden secret in it by a variable. */
    String quoted(String text) {
      Matcher mask = MASK.matcher(text);
      StringBuilder word = new StringBuilder();
      int from = 0;
      while (mask.find()) {
        piece(word, text.substring(from, mask.start()));
        secrets++;
        word.append("\"${SECRET_").append(secrets).append(":?}\"");
        from = mask.end();
      }
      piece(word, text.substring(from));
      return word.length() == 0 ? "''" : word.toString();
    }

    private static void piece(StringBuilder word, String text) {
      if (!text.isEmpty()) {
        word.append(PosixWord.quoted(text));
      }
    }

    /**
     * Returns a path in which a leading {@code ~} becomes the home directory of the user who runs
     * the command.
     */
    String path(String path, String home) {
      if (path.equals("~")) {
        return home;
      }
      return path.startsWith("~/") ? home + "/" + quoted(path.substring(2)) : quoted(path);
    }
  }

  /**
   * Returns the command that defines this project, with options in the order of {@link Members}.
   *
   * @param definition the definition without secrets
   */
  static AddCommandLine of(Map<String, Object> definition) {
    Map<String, Object> usual = usual();
    Object id = definition.get("channelId");
    Words words = new Words();
    words.word(PosixWord.quoted(String.valueOf(id)));
    List<String> lacks = new ArrayList<>();
    for (Member<?> member : Members.ALL) {
      Object value = definition.get(member.name());
      if (value == null
          || value.equals(usual.get(member.name()))
          || value.equals(id) && member.name().equals("name")
          || ARGUMENTS.contains(member.name())) {
        continue;
      }
      if (member.option().isEmpty()) {
        lacks.add(member.name());
      } else if (member.name().equals("health")) {
        health((Map<?, ?>) value, (Map<?, ?>) usual.get("health"), words, lacks);
      } else {
        option(member, member.option().get(), value, words);
      }
    }
    words.word("--");
    ((List<?>) definition.get("command"))
        .forEach(word -> words.word(words.quoted(String.valueOf(word))));
    return new AddCommandLine(words.line.toString(), lacks);
  }

  private static void option(Member<?> member, String option, Object value, Words words) {
    if (value instanceof Boolean) {
      words.word(option);
    } else if (value instanceof Map<?, ?> map && member.type().equals("object of paths")) {
      map.forEach(
          (name, path) ->
              words.option(option, name + "=" + words.path(String.valueOf(path), "\"$HOME\"")));
    } else if (value instanceof Map<?, ?> map) {
      map.keySet().forEach(name -> words.option(option, name + "=\"${" + name + ":?}\""));
    } else {
      String text = String.valueOf(value);
      boolean path = member.type().equals("path");
      words.option(option, path ? words.path(text, "~") : PosixWord.quoted(text));
    }
  }

  private static Map<String, Object> usual() {
    return Definitions.toMap(
        Definitions.fromMap(
            Map.of("channelId", "-", "command", List.of("-"), "health", Map.of("logLine", "-")),
            Path.of("/")),
        true);
  }

  private static void health(Map<?, ?> probe, Map<?, ?> usual, Words words, List<String> lacks) {
    probe.forEach(
        (member, value) -> {
          if (Set.of("http", "tcp", "exec").contains(member)) {
            words.option("--health", member + ":" + words.quoted(String.valueOf(value)));
          } else if (member.equals("logLine") || !Objects.equals(value, usual.get(member))) {
            lacks.add("health." + member);
          }
        });
  }
}
