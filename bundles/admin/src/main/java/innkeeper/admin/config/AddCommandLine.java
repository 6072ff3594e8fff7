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
import java.util.Optional;
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

  /** The members whose options have a form of their own. */
  private static final Set<String> SPECIAL =
      Set.of(
          "channelId",
          "name",
          "command",
          "directory",
          "env",
          "secretEnv",
          "secretFiles",
          "envFile",
          "autostart",
          "health");

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
   * Returns the command that defines this project.
   *
   * @param definition the definition without secrets
   */
  static AddCommandLine of(Map<String, Object> definition) {
    Map<String, Object> usual = usual();
    Words words = new Words();
    String id = String.valueOf(definition.get("channelId"));
    words.word(PosixWord.quoted(id));
    if (!id.equals(definition.get("name"))) {
      words.option("--name", PosixWord.quoted(String.valueOf(definition.get("name"))));
    }
    words.option("--dir", words.path(String.valueOf(definition.get("directory")), "~"));
    variables("--env", definition.get("env"), words);
    variables("--secret-env", definition.get("secretEnv"), words);
    if (definition.get("secretFiles") instanceof Map<?, ?> files) {
      files.forEach(
          (name, path) ->
              words.option(
                  "--secret-file", name + "=" + words.path(String.valueOf(path), "\"$HOME\"")));
    }
    if (definition.get("envFile") != null) {
      words.option("--env-file", words.path(String.valueOf(definition.get("envFile")), "~"));
    }
    if (Boolean.FALSE.equals(definition.get("autostart"))) {
      words.word("--no-autostart");
    }
    List<String> lacks = new ArrayList<>();
    definition.forEach(
        (member, value) -> {
          if (SPECIAL.contains(member) || Objects.equals(value, usual.get(member))) {
            return;
          }
          Optional<String> option = option(member);
          if (option.isPresent()) {
            words.option(option.get(), PosixWord.quoted(String.valueOf(value)));
          } else {
            lacks.add(member);
          }
        });
    if (definition.get("health") instanceof Map<?, ?> probe) {
      health(probe, (Map<?, ?>) usual.get("health"), words, lacks);
    }
    words.word("--");
    ((List<?>) definition.get("command"))
        .forEach(word -> words.word(words.quoted(String.valueOf(word))));
    return new AddCommandLine(words.line.toString(), lacks);
  }

  private static Map<String, Object> usual() {
    return Definitions.toMap(
        Definitions.fromMap(
            Map.of("channelId", "-", "command", List.of("-"), "health", Map.of("logLine", "-")),
            Path.of("/")),
        true);
  }

  private static Optional<String> option(String member) {
    return Members.ALL.stream()
        .filter(row -> row.name().equals(member))
        .findFirst()
        .flatMap(Member::option);
  }

  private static void variables(String option, Object variables, Words words) {
    if (variables instanceof Map<?, ?> map) {
      map.keySet().forEach(name -> words.option(option, name + "=\"${" + name + ":?}\""));
    }
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
